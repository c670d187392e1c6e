-- Deleted entities whose stored data is not erased yet: the large tables have no foreign keys. Triggers write it, so no way of
-- deleting an entity misses it. tenant_id: null for system administrators. erased_at: when the data was erased for the first
-- time, in milliseconds since the epoch; null: not yet. It is erased again later, because messages that were running may have
-- stored more.
create table deleted_entity (
    entity_id uuid   primary key,
    tenant_id uuid,
    erased_at bigint
);
create index deleted_entity_by_erasure on deleted_entity (erased_at);
create index deleted_entity_by_tenant on deleted_entity (tenant_id);

insert into deleted_entity (entity_id, tenant_id, erased_at)
select e.entity_id, e.tenant_id, case when e.erased then t.deleted_time end
  from tenant_deletion_entity e join tenant_deletion t on t.tenant_id = e.tenant_id;
drop table tenant_deletion_entity;

-- The argument of the trigger is the column that has the tenant.
create function note_deleted_entities() returns trigger language plpgsql as $$
begin
    execute format('insert into deleted_entity (entity_id, tenant_id) select id, %I from gone', tg_argv[0]);
    return null;
end
$$;

create trigger note_deleted_entities after delete on tenant
    referencing old table as gone for each statement execute function note_deleted_entities('id');
create trigger note_deleted_entities after delete on customer
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on user_account
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on device
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on device_profile
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on asset
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on asset_profile
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on entity_view
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
create trigger note_deleted_entities after delete on rule_chain
    referencing old table as gone for each statement execute function note_deleted_entities('tenant_id');
