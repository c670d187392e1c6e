-- Tenants, their customers and the accounts of people. Ids are UUIDs of version 7; times are milliseconds since the epoch.

create table setting (
    key   text primary key,
    value text not null
);

create table tenant (
    id              uuid   primary key,
    created_time    bigint not null,
    title           text   not null,
    additional_info jsonb,
    version         bigint not null default 1
);

create table customer (
    id           uuid    primary key,
    created_time bigint  not null,
    tenant_id    uuid    not null references tenant (id),
    title        text    not null,
    is_public    boolean not null default false,
    version      bigint  not null default 1,
    constraint customer_title_key unique (tenant_id, title),
    -- What foreign keys of a tenant's things refer to, so that none can name another tenant's customer.
    constraint customer_of_tenant unique (tenant_id, id)
);

create table user_account (
    id              uuid   primary key,
    created_time    bigint not null,
    tenant_id       uuid   references tenant (id),
    customer_id     uuid,
    email           text   not null,
    authority       text   not null check (authority in ('SYS_ADMIN', 'TENANT_ADMIN', 'CUSTOMER_USER')),
    first_name      text,
    last_name       text,
    phone           text,
    additional_info jsonb,
    version         bigint not null default 1,
    constraint user_account_email_key unique (email),
    constraint user_account_customer_fkey foreign key (tenant_id, customer_id) references customer (tenant_id, id),
    constraint user_account_scope check (case authority
        when 'SYS_ADMIN' then tenant_id is null and customer_id is null
        when 'TENANT_ADMIN' then tenant_id is not null and customer_id is null
        else tenant_id is not null and customer_id is not null end)
);

create table user_credentials (
    user_id       uuid    primary key references user_account (id) on delete cascade,
    password_hash text    not null,
    enabled       boolean not null default true
);

-- Sessions that were logged out. A row is of no use once the longest-lived token of its session has expired.
create table revoked_session (
    session_id uuid   primary key,
    expires_at bigint not null
);
create index revoked_session_expires_at on revoked_session (expires_at);
