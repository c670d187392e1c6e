-- The open connections of devices to all instances. An instance writes a row when a connection opens and deletes it when
-- the connection ends; the others, or its next process, find the rows of a process that has ended without doing so. Rows of
-- deleted devices are removed in the background: no foreign keys.
create table device_connection (
    id                  uuid        primary key,
    tenant_id           uuid        not null,
    device_id           uuid        not null,
    instance_id         text        not null,
    -- the process, as in the table instance
    run                 uuid        not null,
    transport           text        not null,
    description         text        not null,
    -- false for a request that waits for data; its end is no disconnect of the device
    is_session          boolean     not null,
    receives_attributes boolean     not null,
    receives_rpc        boolean     not null,
    -- milliseconds since the epoch, by the clock of the instance
    connected_at        bigint      not null,
    -- by the clock of the database: the order of connections to different instances
    written_at          timestamptz not null default now()
) with (autovacuum_vacuum_scale_factor = 0.05);
create index device_connection_by_device on device_connection (device_id);
create index device_connection_by_run on device_connection (instance_id, run, id);
