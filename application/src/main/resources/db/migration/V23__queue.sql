-- Named queues. submit_strategy and processing_strategy are those of the API.

create table queue (
    id                      uuid    primary key,
    created_time            bigint  not null,
    -- null: all tenants share it
    tenant_id               uuid    references tenant (id) on delete cascade,
    name                    text    not null,
    topic                   text    not null,
    -- milliseconds
    poll_interval           integer not null check (poll_interval > 0),
    partitions              integer not null check (partitions > 0),
    consumer_per_partition  boolean not null,
    -- milliseconds
    pack_processing_timeout integer not null check (pack_processing_timeout > 0),
    submit_strategy         jsonb   not null,
    processing_strategy     jsonb   not null,
    additional_info         jsonb,
    version                 bigint  not null default 1,
    constraint queue_name_key unique nulls not distinct (tenant_id, name)
);
-- Kafka refuses a topic that differs from another by nothing but '.' and '_'.
create unique index queue_topic_key on queue (translate(topic, '.', '_'));

-- The queues that there are before anybody has made one.
insert into queue (id, created_time, name, topic, poll_interval, partitions, consumer_per_partition,
                   pack_processing_timeout, submit_strategy, processing_strategy)
select uuidv7(), (extract(epoch from now()) * 1000)::bigint, name, topic, 25, 12, true, 10000,
       submit_strategy, processing_strategy
  from (values
    (1, 'Main', 'tb_rule_engine.main',
     '{"type": "BURST", "batchSize": 1000}'::jsonb,
     '{"type": "SKIP_ALL_FAILURES", "retries": 3, "failurePercentage": 0.0, "pauseBetweenRetries": 3, "maxPauseBetweenRetries": 3}'::jsonb),
    (2, 'HighPriority', 'tb_rule_engine.hp',
     '{"type": "BURST", "batchSize": 100}',
     '{"type": "RETRY_FAILED_AND_TIMED_OUT", "retries": 5, "failurePercentage": 0.0, "pauseBetweenRetries": 5, "maxPauseBetweenRetries": 5}'),
    (3, 'SequentialByOriginator', 'tb_rule_engine.sq',
     '{"type": "SEQUENTIAL_BY_ORIGINATOR", "batchSize": 100}',
     '{"type": "RETRY_FAILED_AND_TIMED_OUT", "retries": 3, "failurePercentage": 0.0, "pauseBetweenRetries": 5, "maxPauseBetweenRetries": 5}')
  ) as defaults (place, name, topic, submit_strategy, processing_strategy)
 order by place;
