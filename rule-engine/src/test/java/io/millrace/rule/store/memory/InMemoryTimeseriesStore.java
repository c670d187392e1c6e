// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.EntityId;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesStoreContract.Sample;
import io.millrace.rule.store.TimeseriesWrite;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Keeps time series in memory and remembers each write. */
public final class InMemoryTimeseriesStore implements TimeseriesStore {

    private record Series(EntityId entity, String key) {}

    private final Map<Series, SortedMap<Long, Value>> history = new HashMap<>();
    private final Map<EntityId, Map<String, Sample>> latest = new HashMap<>();
    private final List<TimeseriesWrite> writes = new ArrayList<>();
    private RuntimeException failure;

    @Override
    public synchronized CompletionStage<Void> save(TimeseriesWrite write) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        for (TimeseriesPoint point : write.points()) {
            for (KeyValue value : point.values()) {
                if (Keys.isInvalid(value.key())) {
                    return CompletableFuture.failedFuture(
                            new StoreException("invalid key \"%s\"".formatted(value.key())));
                }
            }
        }
        writes.add(write);
        write.points().forEach(point -> store(write, point));
        return CompletableFuture.completedFuture(null);
    }

    private void store(TimeseriesWrite write, TimeseriesPoint point) {
        for (KeyValue value : point.values()) {
            if (write.history()) {
                history.computeIfAbsent(
                                new Series(write.entity(), value.key()), _ -> new TreeMap<>())
                        .put(point.ts(), value.value());
            }
            if (write.latest()) {
                latest.computeIfAbsent(write.entity(), _ -> new HashMap<>())
                        .merge(
                                value.key(),
                                new Sample(point.ts(), value.value()),
                                (old, now) -> now.ts() >= old.ts() ? now : old);
            }
        }
    }

    /** Lets every later write fail. */
    public synchronized void failWith(RuntimeException error) {
        failure = error;
    }

    /** The writes so far, in their order. */
    public synchronized List<TimeseriesWrite> writes() {
        return List.copyOf(writes);
    }

    /** All values of a key, by time stamp. */
    public synchronized SortedMap<Long, Value> history(EntityId entity, String key) {
        return new TreeMap<>(history.getOrDefault(new Series(entity, key), new TreeMap<>()));
    }

    /** The message of the last write of a key's value at a time; empty if it had none. */
    public synchronized Optional<UUID> message(EntityId entity, String key, long ts) {
        return writes.reversed().stream()
                .filter(write -> write.history() && write.entity().equals(entity))
                .filter(write ->
                        write.points().stream()
                                .anyMatch(point -> point.ts() == ts && hasKey(point, key)))
                .findFirst()
                .map(TimeseriesWrite::message);
    }

    private static boolean hasKey(TimeseriesPoint point, String key) {
        return point.values().stream().anyMatch(value -> value.key().equals(key));
    }

    /** The latest value of each key. */
    public synchronized Map<String, Sample> latest(EntityId entity) {
        return Map.copyOf(latest.getOrDefault(entity, Map.of()));
    }
}
