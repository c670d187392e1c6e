-- How devices of a profile connect, and whether they may ask for credentials themselves. The key is unique in the installation:
-- a client that is provisioned names no tenant. The secret is in profile_data.
alter table device_profile
    add column transport_type       text not null default 'DEFAULT' check (transport_type in ('DEFAULT', 'MQTT')),
    add column provision_type       text not null default 'DISABLED'
        check (provision_type in ('DISABLED', 'ALLOW_CREATE_NEW_DEVICES', 'CHECK_PRE_PROVISIONED_DEVICES')),
    add column provision_device_key text,
    add constraint device_profile_provision_key unique (provision_device_key),
    add constraint device_profile_provisioned_key check ((provision_type = 'DISABLED') = (provision_device_key is null));

-- Until now these parts were stored unread; all profiles had the default transport and no provisioning.
update device_profile set profile_data = profile_data || '{"transportConfiguration": {"type": "DEFAULT"}}'
 where profile_data ->> 'transportConfiguration' is not null
   and (profile_data #>> '{transportConfiguration,type}' is distinct from 'DEFAULT'
        or profile_data #> '{transportConfiguration,maxConnections}' is not null);
update device_profile set profile_data = profile_data || '{"provisionConfiguration": {"type": "DISABLED"}}'
 where profile_data ->> 'provisionConfiguration' is not null
   and profile_data -> 'provisionConfiguration' <> '{"type": "DISABLED"}';

-- Consents of devices to be claimed by a user of a customer; at most one of each device.
create table device_claim (
    device_id   uuid    primary key references device (id) on delete cascade,
    secret_hash bytea   not null,
    expires_at  bigint  not null,
    failures    integer not null default 0
);
