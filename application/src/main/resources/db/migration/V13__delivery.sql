-- Deliveries that are taking long. Rows come and go: they are vacuumed early.
create table in_flight (
    delivery_id uuid primary key,
    attempts    integer not null,
    message     bytea not null,
    created_at  timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.05);

create table dead_letter (
    id              uuid primary key,
    tenant_id       uuid not null,
    originator_type text not null,
    originator_id   uuid not null,
    message_type    text not null,
    queue           text not null,
    error           text not null,
    chain_id        uuid,
    node_id         uuid,
    node_name       text,
    attempts        integer not null,
    path            jsonb not null,
    message         bytea not null,
    created_at      timestamptz not null
);
create index dead_letter_by_time on dead_letter (tenant_id, created_at);
create index dead_letter_by_originator on dead_letter (tenant_id, originator_type, originator_id);
