-- The MQTT sessions of devices that outlast their connections.
create table mqtt_session (
    device_id      uuid      not null references device (id) on delete cascade,
    client_id      text      not null,
    -- pairs of topic filter and granted QoS, in the order in which they were subscribed
    subscriptions  jsonb     not null,
    -- identifiers of QoS 2 messages from the client that it has not released
    received       integer[] not null,
    -- how long the session is kept after its connection, and until when; null while it has a connection
    expiry_seconds bigint    not null,
    expires_at     timestamptz,
    primary key (device_id, client_id)
);
create index mqtt_session_by_expiry on mqtt_session (expires_at);

-- The messages that wait for the next connection of a session.
create table mqtt_session_message (
    device_id  uuid    not null,
    client_id  text    not null,
    position   bigint  generated always as identity,
    -- the identifier with which the message was sent, or 0
    packet_id  integer not null,
    topic      text    not null,
    payload    bytea   not null,
    expires_at timestamptz,
    primary key (device_id, client_id, position),
    foreign key (device_id, client_id) references mqtt_session (device_id, client_id) on delete cascade
);
