-- What happened to the connections of devices. A row stands for equal events within ten seconds. Without a device it counts the
-- events of a tenant that were not stored. No foreign keys: rows of deleted devices are deleted by the retention.
create table device_event (
    id         uuid    primary key,
    tenant_id  uuid    not null,
    device_id  uuid,
    event      text    not null,
    topic      text,
    cause      text,
    connection text,
    first_time bigint  not null,
    last_time  bigint  not null,
    count      integer not null
) with (autovacuum_vacuum_scale_factor = 0.05);
create index device_event_by_device on device_event (device_id, last_time) where device_id is not null;
create index device_event_by_tenant on device_event (tenant_id, last_time) where device_id is null;
create index device_event_by_time on device_event (last_time);
