-- Assets, and what assets of one kind have in common.

create table asset_profile (
    id                    uuid    primary key,
    created_time          bigint  not null,
    tenant_id             uuid    not null references tenant (id),
    name                  text    not null,
    description           text,
    is_default            boolean not null default false,
    default_rule_chain_id uuid,
    default_queue_name    text,
    version               bigint  not null default 1,
    constraint asset_profile_name_key unique (tenant_id, name),
    constraint asset_profile_of_tenant unique (tenant_id, id),
    constraint asset_profile_rule_chain_fkey foreign key (tenant_id, default_rule_chain_id)
        references rule_chain (tenant_id, id)
);
create unique index asset_profile_one_default on asset_profile (tenant_id) where is_default;
create index asset_profile_by_rule_chain on asset_profile (tenant_id, default_rule_chain_id);

create table asset (
    id               uuid   primary key,
    created_time     bigint not null,
    tenant_id        uuid   not null references tenant (id),
    customer_id      uuid,
    asset_profile_id uuid   not null,
    name             text   not null,
    label            text,
    additional_info  jsonb,
    version          bigint not null default 1,
    constraint asset_name_key unique (tenant_id, name),
    -- An asset cannot refer to another tenant's profile or customer, whatever the code above does.
    constraint asset_profile_fkey foreign key (tenant_id, asset_profile_id) references asset_profile (tenant_id, id),
    constraint asset_customer_fkey foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index asset_by_profile on asset (tenant_id, asset_profile_id);
create index asset_by_customer on asset (tenant_id, customer_id);

-- A new tenant gets its default profile from the service.
insert into asset_profile (id, created_time, tenant_id, name, is_default)
select uuidv7(), (extract(epoch from now()) * 1000)::bigint, id, 'default', true from tenant;

create trigger tell_change after update or delete on asset for each row execute function tell_change();
create trigger tell_change after insert or update or delete on asset_profile for each row execute function tell_change();
