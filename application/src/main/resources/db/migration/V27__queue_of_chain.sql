-- Few chains choose a queue, and they are looked for whenever chains change.
create index rule_chain_by_queue on rule_chain ((configuration ->> 'queueName'))
    where configuration ->> 'queueName' is not null;
