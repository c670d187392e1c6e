-- Ranges of 8 MB instead of 1 MB. PostgreSQL keeps at most 256 requests to summarise a range until a vacuum worker comes, once
-- a minute: with small ranges there were more from 36,000 rows/s on. The others were written to its log, and a recovery of
-- latest values had to read their ranges.
drop index ts_row_by_seq;
create index ts_row_by_seq on ts_row using brin (seq) with (autosummarize = on, pages_per_range = 1024);

-- As for new partitions, see Partitions.
do $$
declare
    partition regclass;
begin
    for partition in select inhrelid from pg_inherits where inhparent = 'ts_row'::regclass loop
        execute format('alter table %s set (autovacuum_vacuum_insert_threshold = 100000, '
            'autovacuum_vacuum_insert_scale_factor = 0, autovacuum_freeze_min_age = 0)', partition);
    end loop;
end $$;
