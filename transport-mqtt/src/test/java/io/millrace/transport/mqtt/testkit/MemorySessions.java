// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.mqtt.client.SessionStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/** Keeps sessions in memory, for a day at most; the test decides when they expire. */
public final class MemorySessions implements SessionStore {

    private final Executor executor;
    private final Map<String, StoredSession> sessions = new ConcurrentHashMap<>();
    private final Queue<StoredMessage> keptMeanwhile = new ConcurrentLinkedQueue<>();
    private volatile CompletableFuture<Void> savingAllowed =
            CompletableFuture.completedFuture(null);

    /** Reads and writes on other threads. */
    public MemorySessions() {
        this(ForkJoinPool.commonPool());
    }

    /** @param executor runs the reads and writes */
    public MemorySessions(Executor executor) {
        this.executor = executor;
    }

    @Override
    public Duration longestExpiry() {
        return Duration.ofDays(1);
    }

    @Override
    public CompletionStage<Optional<StoredSession>> load(String clientId) {
        return CompletableFuture.supplyAsync(
                () -> Optional.ofNullable(sessions.get(clientId)), executor);
    }

    @Override
    public CompletionStage<Void> update(
            String clientId, Map<String, Integer> subscriptions, Duration expiry) {
        return CompletableFuture.runAsync(
                () -> sessions.compute(clientId, (_, former) -> updated(former, subscriptions)),
                executor);
    }

    private StoredSession updated(
            @Nullable StoredSession former, Map<String, Integer> subscriptions) {
        List<StoredMessage> messages =
                new ArrayList<>(former == null ? List.of() : former.messages());
        for (StoredMessage next = keptMeanwhile.poll(); next != null; next = keptMeanwhile.poll()) {
            messages.add(next);
        }
        Set<Integer> received = former == null ? Set.of() : former.received();
        return new StoredSession(subscriptions, received, messages);
    }

    /** Keeps a message right before the next change of subscriptions, as another thread could. */
    public void keepMeanwhile(StoredMessage message) {
        keptMeanwhile.add(message);
    }

    @Override
    public CompletionStage<Void> save(String clientId, StoredSession session, Duration expiry) {
        return savingAllowed.thenRunAsync(() -> sessions.put(clientId, session), executor);
    }

    /** Lets the sessions of connections that end be saved only once the result is run. */
    public Runnable holdSaving() {
        CompletableFuture<Void> allowed = new CompletableFuture<>();
        savingAllowed = allowed;
        return () -> allowed.complete(null);
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
