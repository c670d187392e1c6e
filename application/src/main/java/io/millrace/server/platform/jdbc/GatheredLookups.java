// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import io.millrace.message.id.TenantId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks up what tenants ask for by key, many keys of a tenant with one of the {@link DatabaseLookups}: a call starts one
 * at once if none of its tenant is under way, and the calls of the tenant that arrive meanwhile are looked up together
 * after it. So tenants take turns, and calls wait while the database is unavailable. A call gets what was committed
 * before it. Futures complete on the thread of the look-up, after the next one has been started. The number of waiting
 * calls is bounded only by the callers. Thread-safe; no call blocks.
 */
public final class GatheredLookups<K, V> {

    private final DatabaseLookups lookups;
    private final int maxKeys;
    private final Query<K, V> query;

    /** The calls that wait for the look-up of their tenant that is under way; tenants without one are absent. */
    private final ConcurrentMap<TenantId, Queue<Call<K, V>>> waiting = new ConcurrentHashMap<>();

    /** Looks up several keys of a tenant. */
    @FunctionalInterface
    public interface Query<K, V> {

        /** Returns the values of those keys that have one. A key may occur more than once. Blocks. */
        Map<K, V> of(TenantId tenant, List<K> keys);
    }

    private record Call<K, V>(K key, CompletableFuture<Optional<V>> value) {}

    /** @param maxKeys maximum number of keys of one look-up */
    public GatheredLookups(DatabaseLookups lookups, int maxKeys, Query<K, V> query) {
        this.lookups = lookups;
        this.maxKeys = maxKeys;
        this.query = query;
    }

    /** Looks a key up. The future fails with the exception of the query; not because the database is unavailable. */
    public CompletableFuture<Optional<V>> find(TenantId tenant, K key) {
        Call<K, V> call = new Call<>(key, new CompletableFuture<>());
        AtomicBoolean alone = new AtomicBoolean();
        waiting.compute(
                tenant,
                (_, present) -> {
                    alone.set(present == null);
                    Queue<Call<K, V>> calls = present == null ? new ArrayDeque<>() : present;
                    calls.add(call);
                    return calls;
                });
        if (alone.get()) {
            lookUp(tenant);
        }
        return call.value();
    }

    /** Looks up the calls of a tenant that wait, and then those that have arrived meanwhile. */
    private void lookUp(TenantId tenant) {
        List<Call<K, V>> group = next(tenant);
        if (group.isEmpty()) {
            return;
        }
        var _ =
                values(tenant, group.stream().map(Call::key).toList())
                        .whenComplete((values, failure) -> {
                            lookUp(tenant);
                            if (failure == null) {
                                group.forEach(call ->
                                        call.value()
                                                .complete(
                                                        Optional.ofNullable(
                                                                values.get(call.key()))));
                            } else {
                                group.forEach(call ->
                                        call.value().completeExceptionally(causeOf(failure)));
                            }
                        });
    }

    /** Removes a group of calls that wait; if there is none, the next call starts a look-up. */
    private List<Call<K, V>> next(TenantId tenant) {
        List<Call<K, V>> group = new ArrayList<>();
        waiting.computeIfPresent(
                tenant,
                (_, calls) -> {
                    while (group.size() < maxKeys && !calls.isEmpty()) {
                        group.add(calls.remove());
                    }
                    return group.isEmpty() ? null : calls;
                });
        return group;
    }

    private CompletableFuture<Map<K, V>> values(TenantId tenant, List<K> keys) {
        try {
            return lookups.runUntilAnswered(tenant, () -> query.of(tenant, keys));
        } catch (RejectedExecutionException stopping) {
            return CompletableFuture.failedFuture(stopping);
        }
    }

    private static Throwable causeOf(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? cause : failure;
    }
}
