-- Names of time-series keys and attributes, once for each tenant. Ids of one tenant are committed in ascending order
-- (whoever adds holds the tenant's advisory lock), so "id > the greatest one known" finds what is new.
create table key_dictionary (
    id        integer generated always as identity primary key,
    tenant_id uuid not null,
    key       text not null,
    unique (tenant_id, key)
);
create index key_dictionary_by_tenant on key_dictionary (tenant_id, id);
