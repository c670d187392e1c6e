-- What is, or was, wrong with an entity. There may be many, so a deleted tenant's are erased in the background: no foreign keys.
-- Times are milliseconds since the epoch; 0: never.
create table alarm (
    id                       uuid    primary key,
    created_time             bigint  not null,
    tenant_id                uuid    not null,
    -- Whom the originator was assigned to when the alarm was made; null: nobody.
    customer_id              uuid,
    originator_type          text    not null,
    originator_id            uuid    not null,
    type                     text    not null,
    severity                 text    not null
        check (severity in ('CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE')),
    acknowledged             boolean not null default false,
    cleared                  boolean not null default false,
    assignee_id              uuid,
    start_ts                 bigint  not null,
    end_ts                   bigint  not null,
    ack_ts                   bigint  not null default 0,
    clear_ts                 bigint  not null default 0,
    assign_ts                bigint  not null default 0,
    details                  jsonb   not null default '{}',
    propagate                boolean not null default false,
    propagate_to_owner       boolean not null default false,
    propagate_to_tenant      boolean not null default false,
    propagate_relation_types text[]  not null default '{}'
);
create unique index alarm_one_uncleared on alarm (tenant_id, originator_id, type) where not cleared;
create index alarm_by_originator on alarm (tenant_id, originator_id, created_time desc);
