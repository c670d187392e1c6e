-- What tenants of one kind may do. An installation has exactly one default profile, which is made here.
create table tenant_profile (
    id                      uuid    primary key,
    created_time            bigint  not null,
    name                    text    not null,
    description             text,
    is_default              boolean not null default false,
    isolated_tb_rule_engine boolean not null default false,
    profile_data            jsonb   not null,
    version                 bigint  not null default 1,
    constraint tenant_profile_name_key unique (name)
);
create unique index tenant_profile_one_default on tenant_profile (is_default) where is_default;

insert into tenant_profile (id, created_time, name, description, is_default, profile_data)
values (uuidv7(), (extract(epoch from now()) * 1000)::bigint, 'Default', 'Default tenant profile', true,
        '{"configuration": {"type": "DEFAULT", "maxDevices": 0, "maxRuleChains": 0, "maxUsers": 0,
                            "maxDebugModeDurationMinutes": 15, "weight": 1},
          "queueConfiguration": null}');

alter table tenant
    add column tenant_profile_id uuid,
    add column region            text,
    add column country           text,
    add column state             text,
    add column city              text,
    add column address           text,
    add column address2          text,
    add column zip               text,
    add column phone             text,
    add column email             text;
update tenant set tenant_profile_id = (select id from tenant_profile where is_default);
-- Of equal titles the oldest tenant keeps it.
update tenant t set title = t.title || ' (' || t.id || ')'
 where exists (select from tenant older where older.title = t.title and older.id < t.id);
alter table tenant
    alter column tenant_profile_id set not null,
    add constraint tenant_profile_fkey foreign key (tenant_profile_id) references tenant_profile (id),
    add constraint tenant_title_key unique (title);
create index tenant_by_profile on tenant (tenant_profile_id);

-- An account has no password until its user has chosen one, with a token that only the user has been given.
alter table user_credentials
    alter column password_hash drop not null,
    add column activate_token          text,
    add column activate_token_exp_time bigint,
    add constraint user_credentials_activate_token_key unique (activate_token);
create index user_account_by_tenant on user_account (tenant_id);

-- Tenants that are gone while what they have stored is still being erased.
create table tenant_deletion (
    tenant_id    uuid   primary key,
    deleted_time bigint not null
);

-- What belonged to such a tenant and may have rows that bear no tenant. It is erased twice: at once, and when nothing of it can
-- be under way any more.
create table tenant_deletion_entity (
    tenant_id uuid    not null references tenant_deletion (tenant_id),
    entity_id uuid    not null,
    erased    boolean not null default false,
    primary key (tenant_id, erased, entity_id)
);
