-- The tenants of whose messages an instance has parked more than their share. No instance accepts messages of their devices.
-- Rows live for seconds and mean nothing after a crash.
create unlogged table overloaded_tenant (
    instance  text        not null,
    tenant_id uuid        not null,
    told_at   timestamptz not null,
    primary key (instance, tenant_id)
);
