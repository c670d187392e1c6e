// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.mqtt.client.SessionStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps sessions in memory, for a day at most; the test decides when they expire. */
public final class MemorySessions implements SessionStore {

    private final Map<String, StoredSession> sessions = new ConcurrentHashMap<>();

    @Override
    public Duration longestExpiry() {
        return Duration.ofDays(1);
    }

    @Override
    public CompletionStage<Optional<StoredSession>> load(String clientId) {
        return CompletableFuture.supplyAsync(() -> Optional.ofNullable(sessions.get(clientId)));
    }

    @Override
    public CompletionStage<Void> update(
            String clientId, Map<String, Integer> subscriptions, Duration expiry) {
        return CompletableFuture.runAsync(() ->
                sessions.merge(
                        clientId,
                        new StoredSession(subscriptions, Set.of(), List.of()),
                        (former, changed) ->
                                new StoredSession(
                                        changed.subscriptions(),
                                        former.received(),
                                        former.messages())));
    }

    @Override
    public CompletionStage<Void> save(String clientId, StoredSession session, Duration expiry) {
        return CompletableFuture.runAsync(() -> sessions.put(clientId, session));
    }

    @Override
    public CompletionStage<Void> discard(String clientId) {
        sessions.remove(clientId);
        return CompletableFuture.completedStage(null);
    }

    /** Forgets all sessions, as if they had expired. */
    public void expire() {
        sessions.clear();
    }

    /** The stored session of a client, or null. */
    public @Nullable StoredSession of(String clientId) {
        return sessions.get(clientId);
    }
}
