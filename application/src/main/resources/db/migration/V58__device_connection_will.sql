-- The message that a client has left for the case that its connection is lost. It is here for the instance that finds the
-- connections of a killed one.
alter table device_connection
    -- TELEMETRY or ATTRIBUTES; null without a will
    add column will_kind          text,
    add column will_payload       bytea,
    add column will_delay_seconds bigint,
    -- of a lost connection that waits for the delay of its will
    add column will_due_at        timestamptz;
