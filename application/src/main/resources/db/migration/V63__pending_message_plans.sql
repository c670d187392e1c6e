-- The table fills and empties within seconds, and a plan that was made while it was empty stays in use while it is full.
-- A delete by node and id took the index by originator, which began with the node, and read all entries of the node there.
-- The index begins with the originator now, which the delete does not name.
drop index pending_message_by_originator;
create index pending_message_by_originator on pending_message (originator_id, node_id, seq);
-- A table that keeps its pages is not planned for as an empty one.
alter table pending_message set (vacuum_truncate = false);
