-- What administrators keep of a customer, besides its title.
alter table customer
    add column country         text,
    add column state           text,
    add column city            text,
    add column address         text,
    add column address2        text,
    add column zip             text,
    add column phone           text,
    add column email           text,
    add column additional_info jsonb;

create index user_account_by_customer on user_account (tenant_id, customer_id);
