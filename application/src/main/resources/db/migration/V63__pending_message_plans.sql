-- The table fills and empties within seconds, and a plan that was made while it was empty stays in use while it is full.
-- So each statement has one index that fits, and no other index begins with a column that it names: a delete by node and
-- id used to read all entries of the node in the index by originator.
drop index pending_message_by_originator;
create index pending_message_by_originator on pending_message (originator_id, node_id, seq);
alter table pending_message set (vacuum_truncate = false);
