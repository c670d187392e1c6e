-- The running instances of a cluster. Each writes its row at its start and every few seconds, and deletes it when it stops
-- in order. The database's clock decides whether an instance is still there.
create table instance (
    instance_id text        primary key,
    -- the process; two processes with the same instance_id differ in it
    run         uuid        not null,
    -- where the other instances reach its REST API
    url         text        not null,
    started_at  timestamptz not null default now(),
    seen_at     timestamptz not null default now()
);
