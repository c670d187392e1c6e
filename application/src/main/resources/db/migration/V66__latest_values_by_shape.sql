-- Latest values in rows like those of the series: one for an entity and a shape, so that a message with many values writes one
-- row. vals: an array in the order of the shape's keys. A value that has no row of a shape has one of its own, whose shape_id
-- is its key's number, negated: values of mixed rows, and those that remain of a row of which a value was deleted.
alter table ts_latest rename to ts_latest_by_key;
alter index ts_latest_pkey rename to ts_latest_by_key_pkey;
create table ts_latest (
    entity_id uuid not null,
    ts        bigint not null,
    seq       bigint not null,
    shape_id  integer not null,
    vals      jsonb not null,
    primary key (entity_id, shape_id)
) with (fillfactor = 70, autovacuum_analyze_scale_factor = 5);
insert into ts_latest (entity_id, ts, seq, shape_id, vals)
select entity_id, ts, seq, -key_id, jsonb_build_array(val) from ts_latest_by_key;
drop table ts_latest_by_key;

-- Updates of these tables do not change what the planner has to know, but each minute a large fleet updates enough rows for
-- another analysis.
alter table attribute set (autovacuum_analyze_scale_factor = 5);
