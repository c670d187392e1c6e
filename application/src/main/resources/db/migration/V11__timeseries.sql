-- A shape is a set of keys that came together in one message. Id 0 is no shape: such rows name their keys themselves.
create table ts_shape (
    id        integer generated always as identity primary key,
    tenant_id uuid not null,
    keys      integer[] not null
);
create index ts_shape_by_tenant on ts_shape (tenant_id, id);

-- Which shapes an entity has rows of, so that a read of one key visits only these.
create table ts_entity_shape (
    entity_id uuid not null,
    shape_id  integer not null,
    primary key (entity_id, shape_id)
);

-- One row for each message and time stamp. vals: an array in the order of the shape's keys, or for shape 0 an object
-- {"key id": [value, seq]}. seq grows with every write; its lowest bit says that the row may become the latest value.
-- The widest columns come first: no bytes are lost to alignment.
create table ts_row (
    entity_id uuid not null,
    ts        bigint not null,
    seq       bigint not null,
    shape_id  integer not null,
    vals      jsonb not null,
    primary key (entity_id, shape_id, ts)
) partition by range (ts);
create index ts_row_by_seq on ts_row using brin (seq) with (autosummarize = on);

-- Rows whose time stamp lay outside the window when they were written. A table beside the partitions, not their default
-- partition: a time stamp in the future comes into the window some day, and a default partition that holds it would
-- then forbid to make the partition that it belongs to.
create table ts_row_catch_all (
    entity_id uuid not null,
    ts        bigint not null,
    seq       bigint not null,
    shape_id  integer not null,
    vals      jsonb not null,
    primary key (entity_id, shape_id, ts)
);
create index ts_row_catch_all_by_seq on ts_row_catch_all using brin (seq) with (autosummarize = on);

-- Latest values, written behind. Room in the pages keeps updates away from the index.
create table ts_latest (
    entity_id uuid not null,
    ts        bigint not null,
    seq       bigint not null,
    key_id    integer not null,
    val       jsonb not null,
    primary key (entity_id, key_id)
) with (fillfactor = 70);

-- Each start of a writer takes a number. Rows of that writer up to the checkpoint are accounted for in ts_latest.
create sequence ts_writer_number minvalue 1 maxvalue 4194303;
create table ts_checkpoint (
    writer     bigint primary key,
    seq        bigint not null,
    updated_at timestamptz not null default now()
);
