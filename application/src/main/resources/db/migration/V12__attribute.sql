-- scope: 1 client, 2 server, 3 shared. updated_at: milliseconds since the epoch.
create table attribute (
    entity_id  uuid not null,
    updated_at bigint not null,
    key_id     integer not null,
    scope      smallint not null,
    val        jsonb not null,
    primary key (entity_id, scope, key_id)
) with (fillfactor = 70);
