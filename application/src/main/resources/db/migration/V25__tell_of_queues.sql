-- A profile brings the queues of all its tenants with it: other instances hear once that queues have changed, not of each row.
-- Equal notifications of a transaction are sent as one.
create function tell_queues_changed() returns trigger language plpgsql as $$
begin
    perform pg_notify('millrace_change',
        jsonb_build_object('table', tg_table_name, 'by', current_setting('application_name'))::text);
    return null;
end
$$;

drop trigger tell_change on queue;
create trigger tell_change after insert or update or delete on queue
    for each statement execute function tell_queues_changed();
