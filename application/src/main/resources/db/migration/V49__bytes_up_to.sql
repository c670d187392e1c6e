-- The bytes of values as text in UTF-8, added up until they are more than a limit: later values are not measured, so they
-- are not even decompressed. As a window function over sorted rows it says which of them an answer has room for.
create function add_bytes_up_to(bytes bigint, val jsonb, most bigint) returns bigint
    language plpgsql immutable strict parallel safe
as $$
begin
    if bytes > most then
        return bytes;
    end if;
    return bytes + octet_length(val::text);
end
$$;

create aggregate bytes_up_to(val jsonb, most bigint) (
    sfunc = add_bytes_up_to,
    stype = bigint,
    initcond = '0'
);
