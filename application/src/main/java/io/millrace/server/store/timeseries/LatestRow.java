// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.message.telemetry.Value.StringValue;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.function.BiConsumer;

/**
 * Values of an entity that may be the latest ones of their keys, to be written to their table. Of each entity and id, the
 * table has the latest row.
 *
 * @param entity owner of the values
 * @param id number of the shape; of a value that is alone, the number of its key, negated
 * @param ts milliseconds since the epoch
 * @param seq number of the write, see {@link WriterSequence}
 * @param keys the keys
 * @param values the values in the order of the keys
 * @param vals the values as a jsonb array
 */
record LatestRow(
        UUID entity, int id, long ts, long seq, Shape keys, List<Value> values, String vals) {

    /** All writers lock the table's rows in this order, so that they cannot deadlock. */
    static final Comparator<LatestRow> LOCK_ORDER =
            Comparator.comparing(LatestRow::entity).thenComparingInt(LatestRow::id);

    /** Estimates for compressed references: this row and the entity's entry in a map; a value that is a number. */
    private static final long BYTES = 340;

    private static final int BYTES_PER_VALUE = 30;

    /**
     * A value that may be the latest one of its key.
     *
     * @param ts milliseconds since the epoch
     * @param seq number of the write, see {@link WriterSequence}
     */
    record Sample(long ts, long seq, Value value) {

        /** Returns the later of two values: by timestamp, then by write. */
        static Sample later(Sample a, Sample b) {
            return b.isAfter(a) ? b : a;
        }

        boolean isAfter(Sample other) {
            return LatestRow.isAfter(ts, seq, other.ts, other.seq);
        }
    }

    /** The rows of the values of a row of a series. Mixed rows have different keys, so each of their values is alone. */
    static List<LatestRow> of(SeriesRow row) {
        LatestRow whole =
                new LatestRow(
                        row.entity(),
                        row.shapeId(),
                        row.ts(),
                        row.seq(),
                        row.keys(),
                        row.values(),
                        row.vals());
        return row.isMixed() ? whole.apart() : List.of(whole);
    }

    /** The row of a value that is alone. */
    static LatestRow alone(UUID entity, int key, Sample sample) {
        return new LatestRow(
                entity,
                -key,
                sample.ts(),
                sample.seq(),
                Shape.ofOne(key),
                List.of(sample.value()),
                SeriesRow.array(List.of(sample.value())));
    }

    /** Returns the later of two rows of an entity with the same id: by timestamp, then by write. */
    static LatestRow later(LatestRow a, LatestRow b) {
        return b.isAfter(a) ? b : a;
    }

    boolean isAfter(LatestRow other) {
        return isAfter(ts, seq, other.ts, other.seq);
    }

    private static boolean isAfter(long ts, long seq, long otherTs, long otherSeq) {
        return ts == otherTs ? seq > otherSeq : ts > otherTs;
    }

    boolean has(int key) {
        return keys.position(key) >= 0;
    }

    /** True if the row is not later than a value. */
    boolean isUpTo(Sample sample) {
        return !isAfter(ts, seq, sample.ts(), sample.seq());
    }

    /** Passes each key with its value. */
    void forEach(BiConsumer<Integer, Sample> to) {
        for (int i = 0; i < keys.size(); i++) {
            to.accept(keys.key(i), new Sample(ts, seq, values.get(i)));
        }
    }

    /** The other values of this row, each alone. */
    List<LatestRow> without(int key) {
        return apart().stream().filter(row -> !row.has(key)).toList();
    }

    private List<LatestRow> apart() {
        List<LatestRow> rows = new ArrayList<>(keys.size());
        forEach((key, sample) -> rows.add(alone(entity, key, sample)));
        return rows;
    }

    /** The approximate number of bytes of this row in memory. */
    long bytes() {
        long bytes = BYTES + vals.length();
        for (Value value : values) {
            bytes += BYTES_PER_VALUE + textLength(value);
        }
        return bytes;
    }

    private static long textLength(Value value) {
        return switch (value) {
            case StringValue(String text) -> text.length();
            case JsonValue(String text) -> text.length();
            default -> 0;
        };
    }
}
