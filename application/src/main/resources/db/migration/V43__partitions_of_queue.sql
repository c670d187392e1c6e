-- A queue can change its number of partitions: its messages go to another topic, and start there when those of the former
-- topic, which stays as a retired row, have ended.
alter table queue
    -- counts the changes of the number of partitions, from 1
    add column generation  integer not null default 1 check (generation > 0),
    -- the retired row whose messages end before those of this row start
    add column predecessor uuid references queue (id) on delete set null;
-- The topic of the log. The API shows the column topic, which stays the same.
alter table queue
    add column log_topic text not null
        generated always as (case generation when 1 then topic else topic || '-g' || generation::text end) stored;

-- Kafka refuses a topic that differs from another by nothing but '.' and '_'.
drop index queue_topic_key;
create unique index queue_topic_key on queue (translate(log_topic, '.', '_'));
create unique index queue_api_topic_key on queue (translate(topic, '.', '_')) where deleted_time is null;
create index queue_by_predecessor on queue (predecessor) where predecessor is not null;

-- A definition that names no number of partitions means 48 from now on. A new installation, which has no tenant yet, begins
-- with it; existing queues and profiles keep the 12 of earlier releases until they are changed.
update queue set partitions = 48
 where not exists (select from tenant);

update tenant_profile
   set profile_data = jsonb_set(profile_data, '{queueConfiguration}', (
         select jsonb_agg(case when jsonb_typeof(queue) = 'object' and coalesce(queue -> 'partitions', 'null') = 'null'
                               then queue || '{"partitions": 12}' else queue end order by place)
           from jsonb_array_elements(profile_data -> 'queueConfiguration') with ordinality as each (queue, place)))
 where jsonb_path_exists(profile_data, 'strict $.queueConfiguration[*] ? (!exists(@.partitions) || @.partitions == null)',
                         silent => true);
