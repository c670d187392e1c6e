-- A queue that was deleted while there is a log is read on until all that is in its topic has ended. Its name is free at once.
alter table queue
    -- milliseconds since the epoch; null: it is there
    add column deleted_time bigint,
    drop constraint queue_name_key;
create unique index queue_name_key on queue (tenant_id, name) nulls not distinct where deleted_time is null;
