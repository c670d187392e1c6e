-- The entities at which an alarm is shown: its originator, and those to which it was propagated. They are only added while
-- the alarm lives. A deleted tenant's are erased in the background with its alarms.
create table entity_alarm (
    tenant_id    uuid   not null,
    entity_type  text   not null,
    entity_id    uuid   not null,
    alarm_id     uuid   not null references alarm (id) on delete cascade,
    created_time bigint not null,
    constraint entity_alarm_pkey primary key (entity_id, alarm_id)
);
create index entity_alarm_by_entity on entity_alarm (tenant_id, entity_id, created_time desc);
create index entity_alarm_by_alarm on entity_alarm (alarm_id);

insert into entity_alarm (tenant_id, entity_type, entity_id, alarm_id, created_time)
select tenant_id, originator_type, originator_id, id, created_time from alarm;

create index alarm_by_time on alarm (tenant_id, created_time desc);
create index alarm_by_type on alarm (tenant_id, type, created_time desc);
create index alarm_by_assignee on alarm (tenant_id, assignee_id, created_time desc) where assignee_id is not null;

-- What users and Millrace itself have written about an alarm. A comment of Millrace has no user.
create table alarm_comment (
    id           uuid   primary key,
    created_time bigint not null,
    alarm_id     uuid   not null references alarm (id) on delete cascade,
    user_id      uuid,
    type         text   not null check (type in ('SYSTEM', 'OTHER')),
    comment      jsonb  not null
);
create index alarm_comment_by_alarm on alarm_comment (alarm_id, created_time desc);
