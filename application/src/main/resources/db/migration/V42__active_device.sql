-- The active devices, each with the time at which its activity has to be checked, in milliseconds since the epoch.
-- Rows of deleted devices are removed in the background: no foreign keys.
create table active_device (
    device_id uuid   primary key,
    tenant_id uuid   not null,
    due_at    bigint not null
) with (autovacuum_vacuum_scale_factor = 0.05);
create index active_device_by_due on active_device (due_at, device_id);

-- Devices that are active now, including those that fell silent while no instance followed them. The check reads their
-- own time-out; 600,000 ms is the default one. updated_at is used because users can write any value.
insert into active_device (device_id, tenant_id, due_at)
select d.id, d.tenant_id, coalesce(last.updated_at, active.updated_at) + 600000
  from key_dictionary k
  join attribute active on active.key_id = k.id and active.scope = 2 and active.val = 'true'
  join device d on d.id = active.entity_id and d.tenant_id = k.tenant_id
  left join key_dictionary l on l.tenant_id = k.tenant_id and l.key = 'lastActivityTime'
  left join attribute last on last.entity_id = d.id and last.scope = 2 and last.key_id = l.id
 where k.key = 'active';
