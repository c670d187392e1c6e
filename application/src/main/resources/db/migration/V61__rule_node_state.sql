-- How far the alarm rules of a device have got in a node. Only devices with a running count have a row.
create table rule_node_state (
    node_id   uuid not null,
    device_id uuid not null references device (id) on delete cascade,
    chain_id  uuid not null references rule_chain (id) on delete cascade,
    state     text not null,
    primary key (node_id, device_id)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05);
create index rule_node_state_by_device on rule_node_state (device_id);
create index rule_node_state_by_chain on rule_node_state (chain_id);
