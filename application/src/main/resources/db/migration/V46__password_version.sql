-- Counts the changes of the password, from 0. A token names the version that it was issued under; tokens of an earlier version
-- are refused. Tokens issued before this column existed name none, which counts as 0.
alter table user_credentials
    add column password_version integer not null default 0;

-- Other instances refuse the tokens of an account at once when its password changed or it was disabled.
create trigger tell_change after update of password_version, enabled on user_credentials
    for each row execute function tell_change();
