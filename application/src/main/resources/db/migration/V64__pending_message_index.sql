-- PostgreSQL 18 can also search an index whose first column a statement does not name (skip scan), and the index by
-- originator was read completely by statements that name the node. It does not contain the node now.
drop index pending_message_by_originator;
create index pending_message_by_originator on pending_message (originator_id, seq);
