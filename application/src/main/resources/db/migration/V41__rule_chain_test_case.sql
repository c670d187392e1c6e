-- Messages with what a chain is expected to do with them.
create table rule_chain_test_case (
    id            uuid   primary key,
    rule_chain_id uuid   not null references rule_chain (id) on delete cascade,
    created_time  bigint not null,
    name          text   not null,
    -- The message, where it enters, and what calls are answered with, in the form of the API.
    input         jsonb  not null,
    expected      jsonb  not null,
    constraint rule_chain_test_case_name_key unique (rule_chain_id, name)
);
