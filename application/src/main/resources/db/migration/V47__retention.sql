-- How long the rows of a shape are kept, as their messages asked: minutes from their time stamps, 0 for ever. Mixed rows
-- have no row here; their shape ids are these minutes, negated (0: for ever).
alter table ts_shape add column ttl_minutes integer not null default 0;

-- The retention time that a tenant's or a device's profile sets for time series, in minutes; null if it sets none.
create function storage_ttl_minutes(profile_data jsonb) returns integer
    language sql immutable parallel safe
    return case
        when jsonb_typeof(profile_data #> '{configuration,defaultStorageTtlDays}') = 'number'
        then nullif(least(greatest(ceil((profile_data #>> '{configuration,defaultStorageTtlDays}')::numeric), 0), 36500)
                        ::integer * 1440, 0)
    end;

-- How long the rows of an entity and shape are kept: the shortest of the times that are set; null for ever.
create view ts_retention as
select es.entity_id,
       es.shape_id,
       least(nullif(case when es.shape_id > 0 then s.ttl_minutes else -es.shape_id end, 0),
             storage_ttl_minutes(dp.profile_data),
             storage_ttl_minutes(tp.profile_data)) as minutes
  from ts_entity_shape es
  left join ts_shape s on s.id = es.shape_id
  left join device d on d.id = es.entity_id
  left join device_profile dp on dp.id = d.device_profile_id
  left join asset a on a.id = es.entity_id
  left join customer c on c.id = es.entity_id
  left join tenant t on t.id = coalesce(s.tenant_id, d.tenant_id, a.tenant_id, c.tenant_id, es.entity_id)
  left join tenant_profile tp on tp.id = t.tenant_profile_id;
