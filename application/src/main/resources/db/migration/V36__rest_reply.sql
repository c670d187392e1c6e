-- Answers of rule chains to REST calls that wait on another instance, until that takes them. They outlive no crash, and need
-- not: the call does not, either.
create unlogged table rest_reply (
    request_id uuid        primary key,
    created_at timestamptz not null default now(),
    answer     bytea       not null
);
create index rest_reply_by_age on rest_reply (created_at);

-- Not tell_change(): an answer may be longer than what can be told.
create function tell_rest_reply() returns trigger language plpgsql as $$
begin
    perform pg_notify('millrace_change',
        jsonb_build_object('table', tg_table_name, 'by', current_setting('application_name'), 'id', new.request_id)::text);
    return null;
end
$$;

create trigger tell_change after insert on rest_reply for each row execute function tell_rest_reply();
