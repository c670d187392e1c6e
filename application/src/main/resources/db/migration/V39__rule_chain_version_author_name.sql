-- Who made a version, by the name that the account had then: accounts are renamed and deleted, history stays.
alter table rule_chain_version add column author_name text;

alter table rule_chain_version disable trigger rule_chain_version_immutable;
update rule_chain_version v set author_name = u.email from user_account u where u.id = v.author;
alter table rule_chain_version enable trigger rule_chain_version_immutable;
