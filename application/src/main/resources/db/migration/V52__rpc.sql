-- Persistent RPC requests to devices. Times are milliseconds since the epoch.
create table rpc (
    id              uuid    primary key,
    created_time    bigint  not null,
    tenant_id       uuid    not null,
    device_id       uuid    not null references device (id) on delete cascade,
    expiration_time bigint  not null,
    one_way         boolean not null,
    -- How often the request is sent again after a time-out.
    retries         integer not null,
    method          text    not null,
    -- JSON text, as the device gets it.
    params          text    not null,
    status          text    not null
        check (status in ('QUEUED', 'SENT', 'DELIVERED', 'SUCCESSFUL', 'TIMEOUT', 'EXPIRED', 'FAILED')),
    response        jsonb,
    additional_info jsonb,
    -- Whether the request has ended: no status follows.
    ended           boolean not null default false,
    -- Number of the latest attempt to send it, from 1; 0: none.
    attempt         integer not null default 0,
    -- Whether an instance sends it at the moment.
    claimed         boolean not null default false,
    -- Number of time-outs so far.
    timeouts        integer not null default 0,
    -- When an instance has to look at it next: it expires, a time-out or a claim ends, or the ended request is erased.
    due_at          bigint  not null
) with (autovacuum_vacuum_scale_factor = 0.05);
create index rpc_by_device on rpc (device_id, created_time);
create index rpc_by_due on rpc (due_at);
create index rpc_by_tenant on rpc (tenant_id);
