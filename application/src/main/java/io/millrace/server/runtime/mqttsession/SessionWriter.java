// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqttsession;

import io.millrace.server.platform.groupcommit.Batch;
import io.millrace.server.platform.groupcommit.BatchWriter;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;

/**
 * Writes batches of changes of sessions in their order. A device has at most {@value #MOST_SESSIONS} sessions, and a
 * session at most {@value #MOST_MESSAGES} waiting messages of {@value #MOST_BYTES} bytes; the oldest ones give way.
 */
final class SessionWriter implements BatchWriter<SessionChange> {

    static final int MOST_SESSIONS = 10;
    static final int MOST_MESSAGES = 100;
    static final int MOST_BYTES = 256 * 1024;

    private static final String PUT =
            """
            insert into mqtt_session (device_id, client_id, subscriptions, expiry_seconds, received, expires_at)
            values (?, ?, ?::jsonb, ?, ?, case when ? then now() + make_interval(secs => ?) end)
            on conflict (device_id, client_id) do update
              set subscriptions = excluded.subscriptions, expiry_seconds = excluded.expiry_seconds,
                  expires_at = excluded.expires_at,
                  received = case when excluded.expires_at is null then mqtt_session.received else excluded.received end\
            """;

    private static final String LIMIT =
            """
            delete from mqtt_session where (device_id, client_id) in (
              select device_id, client_id from mqtt_session where device_id = ?
               order by expires_at desc nulls first offset ?)\
            """;

    private static final String CLEAR =
            "delete from mqtt_session_message where device_id = ? and client_id = ?";

    private static final String ADD =
            """
            insert into mqtt_session_message (device_id, client_id, packet_id, topic, payload, expires_at)
            values (?, ?, ?, ?, ?, ?)\
            """;

    private static final String DISCARD =
            "delete from mqtt_session where device_id = ? and client_id = ?";

    /** The topic is that of the latest subscription to changed attributes. */
    private static final String ADD_ATTRIBUTES =
            """
            insert into mqtt_session_message (device_id, client_id, packet_id, topic, payload)
            select device_id, client_id, 0, subscription.topic, ?
              from mqtt_session
              cross join lateral (
                select s.value ->> 0 as topic
                  from jsonb_array_elements(subscriptions) with ordinality as s (value, place)
                 where s.value ->> 0 in ('v1/devices/me/attributes', 'v2/a', 'v2/a/j')
                   and (s.value ->> 1)::integer > 0
                 order by s.place desc limit 1) subscription
             where device_id = ? and expires_at > now()\
            """;

    private static final String LIMIT_MESSAGES =
            """
            delete from mqtt_session_message m using (
              select device_id, client_id, position,
                     row_number() over newest as number,
                     sum(octet_length(payload)) over newest as bytes
                from mqtt_session_message where device_id = ?
              window newest as (partition by client_id order by position desc)) old
             where m.device_id = old.device_id and m.client_id = old.client_id and m.position = old.position
               and (old.number > ? or old.bytes > ?)\
            """;

    @Override
    public Runnable write(Connection connection, Batch<SessionChange> batch) throws SQLException {
        for (SessionChange change : batch.items()) {
            switch (change) {
                case SessionChange.Update update -> update(connection, update);
                case SessionChange.Save save -> save(connection, save);
                case SessionChange.Discard discard -> discard(connection, discard);
                case SessionChange.Attributes attributes -> add(connection, attributes);
            }
        }
        return () -> {};
    }

    private static void update(Connection connection, SessionChange.Update change)
            throws SQLException {
        put(
                connection,
                change,
                change.clientId(),
                change.subscriptions(),
                Set.of(),
                false,
                change.expiry().toSeconds());
    }

    private static void save(Connection connection, SessionChange.Save change) throws SQLException {
        put(
                connection,
                change,
                change.clientId(),
                change.session().subscriptions(),
                change.session().received(),
                true,
                change.expiry().toSeconds());
        try (PreparedStatement clear = connection.prepareStatement(CLEAR)) {
            clear.setObject(1, change.device().id());
            clear.setString(2, change.clientId());
            clear.executeUpdate();
        }
        if (change.session().messages().isEmpty()) {
            return;
        }
        try (PreparedStatement add = connection.prepareStatement(ADD)) {
            for (StoredMessage message : change.session().messages()) {
                add.setObject(1, change.device().id());
                add.setString(2, change.clientId());
                add.setInt(3, message.packetId());
                add.setString(4, message.topic());
                add.setBytes(5, message.payload());
                setInstant(add, 6, message.expiresAt());
                add.addBatch();
            }
            add.executeBatch();
        }
    }

    private static void put(
            Connection connection,
            SessionChange change,
            String clientId,
            Map<String, Integer> subscriptions,
            Set<Integer> received,
            boolean ended,
            long expirySeconds)
            throws SQLException {
        try (PreparedStatement put = connection.prepareStatement(PUT)) {
            put.setObject(1, change.device().id());
            put.setString(2, clientId);
            put.setString(3, json(subscriptions));
            put.setLong(4, expirySeconds);
            put.setArray(5, connection.createArrayOf("integer", received.toArray()));
            put.setBoolean(6, ended);
            put.setDouble(7, (double) expirySeconds);
            put.executeUpdate();
        }
        try (PreparedStatement limit = connection.prepareStatement(LIMIT)) {
            limit.setObject(1, change.device().id());
            limit.setInt(2, MOST_SESSIONS);
            limit.executeUpdate();
        }
    }

    /** Returns pairs of filter and QoS; an object would lose the order. */
    private static String json(Map<String, Integer> subscriptions) {
        ArrayNode pairs = JsonMapper.shared().createArrayNode();
        subscriptions.forEach((filter, qos) -> pairs.addArray().add(filter).add(qos));
        return pairs.toString();
    }

    private static void discard(Connection connection, SessionChange.Discard change)
            throws SQLException {
        try (PreparedStatement discard = connection.prepareStatement(DISCARD)) {
            discard.setObject(1, change.device().id());
            discard.setString(2, change.clientId());
            discard.executeUpdate();
        }
    }

    private static void add(Connection connection, SessionChange.Attributes change)
            throws SQLException {
        int added;
        try (PreparedStatement add = connection.prepareStatement(ADD_ATTRIBUTES)) {
            add.setBytes(1, change.json());
            add.setObject(2, change.device().id());
            added = add.executeUpdate();
        }
        if (added > 0) {
            try (PreparedStatement limit = connection.prepareStatement(LIMIT_MESSAGES)) {
                limit.setObject(1, change.device().id());
                limit.setInt(2, MOST_MESSAGES);
                limit.setInt(3, MOST_BYTES);
                limit.executeUpdate();
            }
        }
    }

    private static void setInstant(PreparedStatement statement, int index, @Nullable Instant at)
            throws SQLException {
        if (at == null) {
            statement.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
        } else {
            statement.setObject(index, at.atOffset(ZoneOffset.UTC));
        }
    }
}
