// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Stores the sessions of one owner's clients beyond their connections [MQTT-4.1.0-1]. Calls for one client id take effect
 * in their order. Safe for use by many threads; no call blocks.
 */
public interface SessionStore {

    /** Stores nothing: no session outlives its connection. */
    SessionStore NONE =
            new SessionStore() {
                @Override
                public Duration longestExpiry() {
                    return Duration.ZERO;
                }

                @Override
                public CompletionStage<Optional<StoredSession>> load(String clientId) {
                    return CompletableFuture.completedFuture(Optional.empty());
                }

                @Override
                public CompletionStage<Void> update(
                        String clientId, Map<String, Integer> subscriptions, Duration expiry) {
                    return CompletableFuture.completedFuture(null);
                }

                @Override
                public CompletionStage<Void> save(
                        String clientId, StoredSession session, Duration expiry) {
                    return CompletableFuture.completedFuture(null);
                }

                @Override
                public CompletionStage<Void> discard(String clientId) {
                    return CompletableFuture.completedFuture(null);
                }
            };

    /** How long a session can be kept after its connection; zero if none is kept. */
    Duration longestExpiry();

    /** Returns the session of a client; empty if there is none or it has expired. It stays stored. */
    CompletionStage<Optional<StoredSession>> load(String clientId);

    /**
     * Stores the subscriptions of a session that has a connection; its other state stays. So the session survives the end
     * of this process.
     *
     * @param expiry how long it is kept when the connection has ended
     * @return completes when it is on disk
     */
    CompletionStage<Void> update(
            String clientId, Map<String, Integer> subscriptions, Duration expiry);

    /**
     * Stores a session whose connection has ended, in place of the former one.
     *
     * @param expiry how long it is kept from now on
     * @return completes when it is on disk
     */
    CompletionStage<Void> save(String clientId, StoredSession session, Duration expiry);

    /** Deletes the session of a client, if there is one. */
    CompletionStage<Void> discard(String clientId);

    /**
     * The state of a session.
     *
     * @param subscriptions the granted QoS by topic filter, in the order in which they were made
     * @param received identifiers of QoS 2 messages that the client has not released
     * @param messages messages for the client, in their order: first those that were sent and not acknowledged
     */
    record StoredSession(
            Map<String, Integer> subscriptions,
            Set<Integer> received,
            List<StoredMessage> messages) {}

    /**
     * A message for a client.
     *
     * @param packetId the identifier with which it was sent, or 0
     * @param expiresAt after this time it is no longer sent; null: never
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record StoredMessage(int packetId, String topic, byte[] payload, @Nullable Instant expiresAt) {}
}
