-- A dead letter that is being sent again is one call's until it is gone, or until the claim expires.
alter table dead_letter add column resending_by uuid;
alter table dead_letter add column resending_until timestamptz;

-- All letters of a filter are gone through by id.
create index dead_letter_by_id on dead_letter (tenant_id, id);

-- They are listed, and the oldest deleted, by time; the id decides between equals.
drop index dead_letter_by_time;
create index dead_letter_by_time on dead_letter (tenant_id, created_at, id);
