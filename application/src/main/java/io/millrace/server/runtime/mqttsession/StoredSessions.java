// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqttsession;

import io.millrace.message.id.DeviceId;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.mqtt.client.SessionStore;
import io.millrace.transport.mqtt.client.SessionStore.StoredMessage;
import io.millrace.transport.mqtt.client.SessionStore.StoredSession;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stores the MQTT sessions of devices in PostgreSQL. Changes are grouped into transactions. */
public final class StoredSessions implements AutoCloseable {

    private static final int BYTES_PER_CHANGE = 500;

    private final GroupCommitter<SessionChange> committer;
    private final JdbcClient jdbc;
    private final DatabaseLookups lookups;
    private final Duration longestExpiry;

    /**
     * Starts the storage. It uses one connection for changes.
     *
     * @param longestExpiry how long a session is kept at most after its connection; zero keeps none
     */
    StoredSessions(
            Transactions transactions,
            CommitLimits limits,
            JdbcClient jdbc,
            DatabaseLookups lookups,
            Duration longestExpiry) {
        this.committer =
                new GroupCommitter<>("mqtt-sessions", transactions, new SessionWriter(), limits);
        this.jdbc = jdbc;
        this.lookups = lookups;
        this.longestExpiry = longestExpiry;
    }

    /** Returns the sessions of a device's clients. */
    public SessionStore of(AuthenticatedDevice device) {
        return longestExpiry.isZero() ? SessionStore.NONE : new OfDevice(device);
    }

    /**
     * Keeps changed shared attributes for the sessions of a device that have asked for them with QoS 1 and have no connection.
     */
    public CompletionStage<Void> keepAttributes(DeviceId device, byte[] json) {
        if (longestExpiry.isZero()) {
            return CompletableFuture.completedStage(null);
        }
        return committer.submit(
                new SessionChange.Attributes(device, json), BYTES_PER_CHANGE + json.length);
    }

    /** Writes all accepted changes and stops. */
    @Override
    public void close() {
        committer.close();
    }

    private final class OfDevice implements SessionStore {

        private final AuthenticatedDevice device;

        OfDevice(AuthenticatedDevice device) {
            this.device = device;
        }

        @Override
        public Duration longestExpiry() {
            return longestExpiry;
        }

        @Override
        public CompletionStage<Optional<StoredSession>> load(String clientId) {
            return lookups.run(device.tenant(), () -> find(device.device(), clientId));
        }

        @Override
        public CompletionStage<Void> update(
                String clientId, Map<String, Integer> subscriptions, Duration expiry) {
            return committer.submit(
                    new SessionChange.Update(device.device(), clientId, subscriptions, expiry),
                    BYTES_PER_CHANGE);
        }

        @Override
        public CompletionStage<Void> save(String clientId, StoredSession session, Duration expiry) {
            long bytes = session.messages().stream().mapToLong(m -> m.payload().length).sum();
            return committer.submit(
                    new SessionChange.Save(device.device(), clientId, session, expiry),
                    BYTES_PER_CHANGE + bytes);
        }

        @Override
        public CompletionStage<Void> discard(String clientId) {
            return committer.submit(
                    new SessionChange.Discard(device.device(), clientId), BYTES_PER_CHANGE);
        }
    }

    private Optional<StoredSession> find(DeviceId device, String clientId) {
        return jdbc.sql(
                        """
                        select subscriptions, received from mqtt_session
                         where device_id = :device and client_id = :client
                           and (expires_at is null or expires_at > now())
                        """)
                .param("device", device.id())
                .param("client", clientId)
                .query((row, _) ->
                        new StoredSession(
                                subscriptions(row.getString("subscriptions")),
                                Set.of((Integer[]) row.getArray("received").getArray()),
                                messages(device, clientId)))
                .optional();
    }

    private static Map<String, Integer> subscriptions(String json) {
        Map<String, Integer> subscriptions = new LinkedHashMap<>();
        for (JsonNode pair : JsonMapper.shared().readTree(json)) {
            subscriptions.put(pair.get(0).asString(), pair.get(1).asInt());
        }
        return subscriptions;
    }

    private List<StoredMessage> messages(DeviceId device, String clientId) {
        return jdbc.sql(
                        """
                        select packet_id, topic, payload, expires_at from mqtt_session_message
                         where device_id = :device and client_id = :client
                           and (expires_at is null or expires_at > now())
                         order by position
                        """)
                .param("device", device.id())
                .param("client", clientId)
                .query((row, _) -> message(row))
                .list();
    }

    private static StoredMessage message(ResultSet row) throws SQLException {
        OffsetDateTime expiresAt = row.getObject("expires_at", OffsetDateTime.class);
        return new StoredMessage(
                row.getInt("packet_id"),
                row.getString("topic"),
                row.getBytes("payload"),
                expiresAt == null ? null : expiresAt.toInstant());
    }
}
