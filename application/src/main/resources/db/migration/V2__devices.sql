-- Devices, what devices of one kind have in common, and what devices prove themselves with.

create table device_profile (
    id                    uuid    primary key,
    created_time          bigint  not null,
    tenant_id             uuid    not null references tenant (id),
    name                  text    not null,
    description           text,
    is_default            boolean not null default false,
    default_rule_chain_id uuid,
    default_queue_name    text,
    profile_data          jsonb   not null,
    version               bigint  not null default 1,
    constraint device_profile_name_key unique (tenant_id, name),
    constraint device_profile_of_tenant unique (tenant_id, id)
);
create unique index device_profile_one_default on device_profile (tenant_id) where is_default;

create table device (
    id                uuid   primary key,
    created_time      bigint not null,
    tenant_id         uuid   not null references tenant (id),
    customer_id       uuid,
    device_profile_id uuid   not null,
    name              text   not null,
    label             text,
    device_data       jsonb,
    additional_info   jsonb,
    version           bigint not null default 1,
    constraint device_name_key unique (tenant_id, name),
    -- A device cannot refer to another tenant's profile or customer, whatever the code above does.
    constraint device_profile_fkey foreign key (tenant_id, device_profile_id) references device_profile (tenant_id, id),
    constraint device_customer_fkey foreign key (tenant_id, customer_id) references customer (tenant_id, id)
);
create index device_by_profile on device (tenant_id, device_profile_id);
create index device_by_customer on device (tenant_id, customer_id);

create table device_credentials (
    id                uuid   primary key,
    created_time      bigint not null,
    device_id         uuid   not null references device (id) on delete cascade,
    credentials_type  text   not null check (credentials_type in ('ACCESS_TOKEN', 'MQTT_BASIC')),
    credentials_id    text   not null,
    credentials_value text,
    version           bigint not null default 1,
    constraint device_credentials_device_key unique (device_id),
    constraint device_credentials_id_key unique (credentials_id)
);
