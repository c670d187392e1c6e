-- PostgreSQL 18 can also search an index whose first column a statement does not name (skip scan). Without the node this
-- index serves only statements that name the originator: to remove a message by node and id, the primary key remains.
drop index pending_message_by_originator;
create index pending_message_by_originator on pending_message (originator_id, seq);
