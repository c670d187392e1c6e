-- What is related to what. Both ends are entities of the tenant; whoever deletes an entity deletes its relations.
create table relation (
    tenant_id       uuid   not null references tenant (id) on delete cascade,
    from_type       text   not null,
    from_id         uuid   not null,
    type_group      text   not null,
    type            text   not null,
    to_type         text   not null,
    to_id           uuid   not null,
    -- The order in which relations were made.
    seq             bigint not null generated always as identity,
    additional_info jsonb,
    version         bigint not null default 1,
    constraint relation_pkey primary key (tenant_id, from_id, type_group, type, to_id)
);
create index relation_by_to on relation (tenant_id, to_id, type_group);
