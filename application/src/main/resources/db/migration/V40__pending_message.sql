-- Messages that wait in a node until they are due: of a delay, of an interval of deduplication. A message outlives its node:
-- what is due in a node that is gone becomes a dead letter.
create table pending_message (
    node_id         uuid        not null,
    id              uuid        not null,
    seq             bigint      not null generated always as identity,
    tenant_id       uuid        not null,
    chain_id        uuid        not null,
    originator_type text        not null,
    originator_id   uuid        not null,
    due_at          timestamptz not null,
    -- Until when an instance sees to it, or null.
    claimed_until   timestamptz,
    message         bytea       not null,
    primary key (node_id, id)
) with (autovacuum_vacuum_scale_factor = 0.05);
create index pending_message_by_due on pending_message (due_at);
create index pending_message_by_originator on pending_message (node_id, originator_id, seq);
create index pending_message_by_tenant on pending_message (tenant_id);
