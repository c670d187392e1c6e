-- A dead letter is found by its message, too.
alter table dead_letter add column message_id uuid;
create index dead_letter_by_message on dead_letter (tenant_id, message_id);
