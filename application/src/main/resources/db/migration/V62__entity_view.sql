alter table device add constraint device_of_tenant unique (tenant_id, id);
alter table asset add constraint asset_of_tenant unique (tenant_id, id);

-- A view shows a part of the data of one device or one asset: the data with its keys and within its time.
create table entity_view (
    id              uuid   primary key,
    created_time    bigint not null,
    tenant_id       uuid   not null references tenant (id),
    customer_id     uuid,
    device_id       uuid,
    asset_id        uuid,
    name            text   not null,
    type            text   not null,
    keys            jsonb  not null,
    start_ts        bigint not null,
    end_ts          bigint not null,
    additional_info jsonb,
    version         bigint not null default 1,
    constraint entity_view_name_key unique (tenant_id, name),
    constraint entity_view_one_entity check (num_nonnulls(device_id, asset_id) = 1),
    -- A view cannot refer to another tenant's entity, whatever the code above does, and an entity is not deleted before
    -- its views.
    constraint entity_view_device_fkey foreign key (tenant_id, device_id) references device (tenant_id, id),
    constraint entity_view_asset_fkey foreign key (tenant_id, asset_id) references asset (tenant_id, id),
    constraint entity_view_customer_fkey foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index entity_view_by_customer on entity_view (tenant_id, customer_id);
create index entity_view_by_device on entity_view (tenant_id, device_id) where device_id is not null;
create index entity_view_by_asset on entity_view (tenant_id, asset_id) where asset_id is not null;
