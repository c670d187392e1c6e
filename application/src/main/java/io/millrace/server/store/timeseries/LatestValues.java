// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
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
 * Latest values that are stored with their series but not yet in {@code ts_latest}. They lie in two generations: one
 * takes values in, the other is being flushed. A value moves from the first to the second to the table; who reads in
 * that order sees it. Safe for use by many threads.
 */
final class LatestValues {

    private static final int BYTES_PER_VALUE = 150;

    private final long bound;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition room = lock.newCondition();
    private final Condition flushWanted = lock.newCondition();
    private final Map<Long, Long> written = new HashMap<>();
    private boolean woken;
    private volatile Generation active = new Generation();
    private volatile Generation flushing = new Generation();

    /**
     * @param bound most bytes, about; from a quarter of it on, values are flushed early
     */
    LatestValues(long bound) {
        this.bound = bound;
    }

    private static final class Generation {

        final Map<UUID, Map<Integer, Sample>> entities = new ConcurrentHashMap<>();
        Map<Long, Long> written = Map.of();
        long bytes;
    }

    /**
     * Values to be flushed.
     *
     * @param rows the values
     * @param written by writer, the number up to which all its rows are among them or were flushed before
     */
    record Flush(List<LatestRow> rows, Map<Long, Long> written) {}

    /** Announces a writer, all of whose rows so far are accounted for in the table. */
    void register(long writer, long seq) {
        lock.lock();
        try {
            written.put(writer, seq);
        } finally {
            lock.unlock();
        }
    }

    /** By writer, the greatest number of a row that has been committed. */
    Map<Long, Long> written() {
        lock.lock();
        try {
            return Map.copyOf(written);
        } finally {
            lock.unlock();
        }
    }

    /** Waits until there is room for a batch. */
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
     * Takes in the values of rows that have been committed.
     *
     * @param writer who wrote them
     * @param seq the greatest number that the writer has given so far
     */
    void add(List<SeriesRow> rows, long writer, long seq) {
        lock.lock();
        try {
            for (SeriesRow row : rows) {
                add(row);
            }
            written.put(writer, seq);
            if (bytes() > bound / 4) {
                flushWanted.signal();
            }
        } finally {
            lock.unlock();
        }
    }

    private void add(SeriesRow row) {
        Map<Integer, Sample> samples =
                active.entities.computeIfAbsent(row.entity(), _ -> new ConcurrentHashMap<>());
        for (int i = 0; i < row.keys().size(); i++) {
            Sample sample = new Sample(row.ts(), row.seq(), row.values().get(i));
            @Nullable Sample before = samples.get(row.keys().key(i));
            if (before == null) {
                samples.put(row.keys().key(i), sample);
                active.bytes += BYTES_PER_VALUE + textLength(sample);
            } else if (sample.isAfter(before)) {
                samples.put(row.keys().key(i), sample);
                active.bytes += textLength(sample) - textLength(before);
            }
        }
    }

    private static long textLength(Sample sample) {
        Value value = sample.value();
        return switch (value) {
            case StringValue(String text) -> text.length();
            case JsonValue(String text) -> text.length();
            default -> 0;
        };
    }

    /** What is in memory of an entity, by key. To be read before the table is. */
    Map<Integer, Sample> of(UUID entity) {
        Map<Integer, Sample> samples = new HashMap<>();
        collect(active, entity, samples);
        collect(flushing, entity, samples);
        return samples;
    }

    private static void collect(Generation from, UUID entity, Map<Integer, Sample> into) {
        @Nullable Map<Integer, Sample> samples = from.entities.get(entity);
        if (samples != null) {
            samples.forEach((key, sample) -> into.merge(key, sample, Sample::later));
        }
    }

    /**
     * Forgets what is held of an entity's key unless it is later than the given value. Of no use while a flush is under
     * way.
     */
    void forget(UUID entity, int key, Sample upTo) {
        lock.lock();
        try {
            forget(active, entity, key, upTo);
            forget(flushing, entity, key, upTo);
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private static void forget(Generation from, UUID entity, int key, Sample upTo) {
        @Nullable Map<Integer, Sample> samples = from.entities.get(entity);
        @Nullable Sample held = samples == null ? null : samples.get(key);
        if (samples != null && held != null && !held.isAfter(upTo)) {
            samples.remove(key);
            from.bytes -= BYTES_PER_VALUE + textLength(held);
        }
    }

    /** Waits until it is time to flush: the interval is over, or much has gathered. */
    void awaitWork(Duration interval) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = interval.toNanos();
            while (left > 0 && bytes() <= bound / 4 && !woken) {
                left = flushWanted.awaitNanos(left);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Ends the wait for work, now and for ever. */
    void wakeFlusher() {
        lock.lock();
        try {
            woken = true;
            flushWanted.signal();
        } finally {
            lock.unlock();
        }
    }

    /** Begins a flush, or the former one again if that has not ended. One thread flushes. */
    Flush beginFlush() {
        lock.lock();
        try {
            if (flushing.entities.isEmpty()) {
                Generation next = active;
                next.written = Map.copyOf(written);
                // In this order a reader that misses a value in one generation finds it in the
                // other.
                flushing = next;
                active = new Generation();
            }
        } finally {
            lock.unlock();
        }
        List<LatestRow> rows = new ArrayList<>();
        flushing.entities.forEach((entity, samples) ->
                samples.forEach((key, sample) -> rows.add(new LatestRow(entity, key, sample))));
        return new Flush(rows, flushing.written);
    }

    /** The values of the flush are in the table. */
    void endFlush() {
        lock.lock();
        try {
            flushing = new Generation();
            room.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** About how many bytes are held. */
    long bytesHeld() {
        lock.lock();
        try {
            return bytes();
        } finally {
            lock.unlock();
        }
    }

    private long bytes() {
        return active.bytes + flushing.bytes;
    }
}
