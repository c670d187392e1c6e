-- Rule chains. What a chain runs stands in its versions, which nobody changes; the chain says which of them is the current one.

create table rule_chain (
    id              uuid    primary key,
    created_time    bigint  not null,
    tenant_id       uuid    not null references tenant (id),
    name            text    not null,
    type            text    not null check (type in ('CORE', 'EDGE')),
    root            boolean not null default false,
    debug_mode      boolean not null default false,
    configuration   jsonb,
    additional_info jsonb,
    current_version bigint  not null,
    version         bigint  not null default 1,
    constraint rule_chain_of_tenant unique (tenant_id, id),
    constraint rule_chain_root_runs_here check (not root or type = 'CORE')
);
create unique index rule_chain_one_root on rule_chain (tenant_id) where root;

create table rule_chain_version (
    rule_chain_id uuid   not null references rule_chain (id) on delete cascade,
    number        bigint not null check (number > 0),
    created_time  bigint not null,
    -- The user, or null: the service itself. History outlives accounts, so this is no foreign key.
    author        uuid,
    comment       text,
    first_node_id uuid,
    -- Nodes with their ids, and connections, in the form of the API.
    graph         jsonb  not null,
    primary key (rule_chain_id, number)
);

create function refuse_change_of_rule_chain_version() returns trigger language plpgsql as $$
begin
    raise exception 'version % of rule chain % cannot be changed', old.number, old.rule_chain_id;
end
$$;
create trigger rule_chain_version_immutable before update on rule_chain_version
    for each row execute function refuse_change_of_rule_chain_version();

-- A chain and its first version come together, so this is checked at the end of the transaction.
alter table rule_chain
    add constraint rule_chain_current_version_fkey foreign key (id, current_version)
        references rule_chain_version (rule_chain_id, number) deferrable initially deferred;

-- The identity of nodes over all versions of their chain. An id never moves to another chain.
create table rule_node (
    id            uuid   primary key,
    rule_chain_id uuid   not null references rule_chain (id) on delete cascade,
    created_time  bigint not null
);
create index rule_node_by_chain on rule_node (rule_chain_id);

-- A profile cannot refer to another tenant's chain, and a chain that a profile refers to cannot be deleted.
alter table device_profile
    add constraint device_profile_rule_chain_fkey foreign key (tenant_id, default_rule_chain_id)
        references rule_chain (tenant_id, id);
create index device_profile_by_rule_chain on device_profile (tenant_id, default_rule_chain_id);
