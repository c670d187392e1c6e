-- Kept messages: paths with contents of messages that failed, were slow or were watched. Each id is a UUID of version 7
-- whose time is the end of the delivery; rows are partitioned by day along it, and old days are dropped as a whole. The
-- service creates the partitions.
create table kept_message (
    id              uuid      primary key,
    tenant_id       uuid      not null,
    message_id      uuid      not null,
    delivery_id     uuid      not null,
    originator_type text      not null,
    originator_id   uuid      not null,
    message_type    text      not null,
    outcome         text      not null,
    reasons         text[]    not null,
    attempts        integer   not null,
    micros          bigint    not null,
    instance        text      not null,
    error           text,
    error_chain_id  uuid,
    error_node_id   uuid,
    error_node_name text,
    -- The numbers of the visits with which the branches ended, and how many further visits are not kept.
    ends            integer[] not null,
    visits_left_out integer   not null
) partition by range (id);
create index kept_message_by_time on kept_message (tenant_id, id);
create index kept_message_by_message on kept_message (message_id);
create index kept_message_by_originator on kept_message (originator_id, id);

-- The visits of kept messages to nodes; previous is the number of the visit before. Without a label the node gave no answer.
create table kept_visit (
    kept_id        uuid    not null,
    number         integer not null,
    previous       integer,
    chain_id       uuid    not null,
    chain_version  bigint  not null,
    node_id        uuid    not null,
    label          text,
    micros         bigint,
    error          text,
    -- Numbers of contents; null: not held in memory, because the path held too much already.
    input          integer,
    output         integer,
    events_cleared boolean not null default false,
    primary key (kept_id, number)
) partition by range (kept_id);
create index kept_visit_by_node on kept_visit (node_id, kept_id);
create index kept_visit_by_chain on kept_visit (chain_id, kept_id);

-- The contents that visits refer to; 0 is the message as it was accepted. What a node does not change is stored once.
create table kept_content (
    kept_id         uuid    not null,
    number          integer not null,
    message_id      uuid    not null,
    originator_type text    not null,
    originator_id   uuid    not null,
    message_type    text    not null,
    data_type       text    not null,
    data            text    not null,
    metadata        text    not null,
    truncated       boolean not null,
    primary key (kept_id, number)
) partition by range (kept_id);

-- When a tenant reached the limit of kept messages of an hour; shown as a debug event of the rule chain.
create table kept_message_limit (
    id            uuid primary key,
    tenant_id     uuid not null,
    rule_chain_id uuid not null,
    instance      text not null,
    message       text not null
);
create index kept_message_limit_by_chain on kept_message_limit (rule_chain_id, id);

-- What is watched: every message that meets the entity is kept until then.
create table message_watch (
    tenant_id   uuid    not null,
    entity_type text    not null,
    entity_id   uuid    not null,
    until       bigint  not null,
    user_id     uuid,
    -- Made by the debug settings of a saved rule chain.
    by_save     boolean not null,
    primary key (tenant_id, entity_type, entity_id)
);

create trigger tell_change after insert or update or delete on message_watch for each row execute function tell_change();
