-- How often each partition of a queue was taken over by an instance. Writes under an older epoch are refused.
create table partition_epoch (
    topic     text        not null,
    partition integer     not null,
    epoch     bigint      not null,
    owner     text        not null,
    taken_at  timestamptz not null default now(),
    primary key (topic, partition)
);

-- Whose deliveries they are: those of a partition, or of the only instance that there is.
alter table in_flight add column topic text, add column partition integer;
create index in_flight_by_partition on in_flight (topic, partition) where topic is not null;

-- Tells every instance of a change, in its transaction: which row, and who has changed it. A transaction that changes very
-- much says so (millrace.quiet) and tells by other means.
create function tell_change() returns trigger language plpgsql as $$
declare
    is_gone boolean := tg_op = 'DELETE';
    changed jsonb := case when is_gone then to_jsonb(old) else to_jsonb(new) end;
    about   jsonb := jsonb_build_object('table', tg_table_name, 'op', tg_op, 'by', current_setting('application_name'));
begin
    if current_setting('millrace.quiet', true) = 'on' then
        return null;
    end if;
    if tg_table_name = 'device_credentials' then
        about := about || jsonb_build_object('id', changed -> 'device_id', 'key', changed -> 'credentials_id',
            'tenant', (select tenant_id from device where id = (changed ->> 'device_id')::uuid));
        if tg_op = 'UPDATE' then
            about := about || jsonb_build_object('former', old.credentials_id);
        end if;
    else
        about := about || jsonb_build_object('id', changed -> 'id', 'tenant', changed -> 'tenant_id');
        if tg_table_name = 'device' then
            about := about || jsonb_build_object('key',
                (select credentials_id from device_credentials where device_id = (changed ->> 'id')::uuid));
        end if;
    end if;
    perform pg_notify('millrace_change', about::text);
    return null;
end
$$;

create trigger tell_change after insert or update or delete on rule_chain for each row execute function tell_change();
create trigger tell_change after update or delete on device for each row execute function tell_change();
create trigger tell_change after insert or update on device_credentials for each row execute function tell_change();
create trigger tell_change after insert or update or delete on device_profile for each row execute function tell_change();
create trigger tell_change after insert or update or delete on queue for each row execute function tell_change();
create trigger tell_change after insert or update or delete on tenant for each row execute function tell_change();
create trigger tell_change after insert or update or delete on tenant_profile for each row execute function tell_change();
create trigger tell_change after delete on user_account for each row execute function tell_change();
