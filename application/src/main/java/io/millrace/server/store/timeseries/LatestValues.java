// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Latest values that are stored in their series but not yet in {@code ts_latest}. They are held in two generations: the
 * active one receives values, the other one is being flushed. A value moves from the active generation to the flushed
 * one and then to the table; a reader that reads in this order cannot miss it. Thread-safe.
 */
final class LatestValues {

    /** How long the flusher waits at most for a first value. */
    private static final Duration LONGEST_REST = Duration.ofSeconds(10);

    private final long bound;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition flushWanted = lock.newCondition();
    private final Map<Long, Long> written = new HashMap<>();
    private boolean woken;
    private volatile Generation active = new Generation();
    private volatile Generation flushing = new Generation();

    /** @param bound approximate maximum of bytes; above a quarter of it, values are flushed early */
    LatestValues(long bound) {
        this.bound = bound;
    }

    private static final class Generation {

        /** The rows of each entity, by their ids. */
        final Map<UUID, Map<Integer, LatestRow>> entities = new ConcurrentHashMap<>();

        Map<Long, Long> written = Map.of();
        long bytes;

        void add(LatestRow row) {
            // Most entities have one row.
            Map<Integer, LatestRow> rows =
                    entities.computeIfAbsent(row.entity(), _ -> new ConcurrentHashMap<>(1));
            @Nullable LatestRow before = rows.get(row.id());
            if (before == null) {
                rows.put(row.id(), row);
                bytes += row.bytes();
            } else if (row.isAfter(before)) {
                rows.put(row.id(), row);
                bytes += row.bytes() - before.bytes();
            }
        }

        void forget(UUID entity, int key, Sample upTo) {
            Map<Integer, LatestRow> rows = entities.getOrDefault(entity, Map.of());
            for (LatestRow row : List.copyOf(rows.values())) {
                if (row.has(key) && row.isUpTo(upTo)) {
                    // In this order a reader does not miss the values that stay.
                    row.without(key).forEach(this::add);
                    rows.remove(row.id());
                    bytes -= row.bytes();
                }
            }
        }
    }

    /**
     * The values of one flush.
     *
     * @param rows the rows
     * @param written for each writer, the number up to which all its rows are in this flush or an earlier one
     */
    record Flush(List<LatestRow> rows, Map<Long, Long> written) {}

    /** Registers a writer whose rows up to the given number are already in the table. */
    void register(long writer, long seq) {
        lock.lock();
        try {
            written.put(writer, seq);
        } finally {
            lock.unlock();
        }
    }

    /** Returns the greatest committed row number of each writer. */
    Map<Long, Long> written() {
        lock.lock();
        try {
            return Map.copyOf(written);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until the values held are within the bound, so that a batch may be added. */
    void awaitRoom() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (bytes() > bound) {
                room.await();
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * Adds the values of committed rows.
     *
     * @param numbers for each writer of the rows, the greatest number that it has assigned so far
     */
    void add(List<LatestRow> rows, Map<Long, Long> numbers) {
        lock.lock();
        try {
            boolean wasEmpty = isEmpty();
            rows.forEach(active::add);
            written.putAll(numbers);
            if (wasEmpty || bytes() > bound / 4) {
                flushWanted.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    /** Returns an entity's values in memory, by key. Must be read before the table. */
    Map<Integer, Sample> of(UUID entity) {
        Map<Integer, Sample> samples = new HashMap<>();
        rowsOf(entity)
                .forEach(row ->
                        row.forEach((key, sample) -> samples.merge(key, sample, Sample::later)));
        return samples;
    }

    /** Returns an entity's rows in memory; there may be two with the same id. */
    List<LatestRow> rowsOf(UUID entity) {
        List<LatestRow> rows = new ArrayList<>();
        rows.addAll(active.entities.getOrDefault(entity, Map.of()).values());
        rows.addAll(flushing.entities.getOrDefault(entity, Map.of()).values());
        return rows;
    }

    /**
     * Removes the values of an entity's key that are not later than the given one. Has no effect on a flush that is
     * already running.
     */
    void forget(UUID entity, int key, Sample upTo) {
        lock.lock();
        try {
            active.forget(entity, key, upTo);
            flushing.forget(entity, key, upTo);
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until the next flush is due: an interval has ended in which there was something to flush, or a quarter of the
     * bound is used. Returns also if there has been nothing for some seconds.
     */
    void awaitWork(Duration interval) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long rest = LONGEST_REST.toNanos();
            while (rest > 0 && isEmpty() && !woken) {
                rest = flushWanted.awaitNanos(rest);
            }
            long left = interval.toNanos();
            while (left > 0 && bytes() <= bound / 4 && !woken) {
                left = flushWanted.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Waits for an interval, however much there is to flush. */
    void awaitInterval(Duration interval) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = interval.toNanos();
            while (left > 0 && !woken) {
                left = flushWanted.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the current wait and all later ones. */
    void wakeFlusher() {
        lock.lock();
        try {
            woken = true;
            flushWanted.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Begins a flush, or repeats the previous one if it has not ended. Called by one thread. */
    Flush beginFlush() {
        lock.lock();
        try {
            if (flushing.entities.isEmpty()) {
                Generation next = active;
                next.written = Map.copyOf(written);
                // In this order a reader that misses a value in the active generation finds it in
                // the other one.
                flushing = next;
                active = new Generation();
            }
        } finally {
            lock.unlock();
        }
        List<LatestRow> rows = new ArrayList<>();
        flushing.entities.values().forEach(each -> rows.addAll(each.values()));
        return new Flush(rows, flushing.written);
    }

    /** Ends a flush whose values are all in the table. */
    void endFlush() {
        lock.lock();
        try {
            flushing = new Generation();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** The approximate number of bytes held. */
    long bytesHeld() {
        lock.lock();
        try {
            return bytes();
        } finally {
            lock.unlock();
        }
    }

    private boolean isEmpty() {
        return active.entities.isEmpty() && flushing.entities.isEmpty();
    }

    private long bytes() {
        return active.bytes + flushing.bytes;
    }
}
