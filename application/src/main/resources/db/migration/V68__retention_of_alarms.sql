-- A number of days in the configuration of a tenant's or a device's profile, rounded up; null if it is not set.
create function profile_days(profile_data jsonb, key text) returns integer
    language sql immutable parallel safe
    return case
        when jsonb_typeof(profile_data -> 'configuration' -> key) = 'number'
        then nullif(least(greatest(ceil((profile_data -> 'configuration' ->> key)::numeric), 0), 36500)::integer, 0)
    end;

create or replace function storage_ttl_minutes(profile_data jsonb) returns integer
    language sql immutable parallel safe
    return profile_days(profile_data, 'defaultStorageTtlDays') * 1440;
