// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import io.millrace.server.platform.jsonb.JsonbValues;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The values of an entity at one time, to be written as a row.
 *
 * @param entity owner of the values
 * @param ts milliseconds since the epoch
 * @param seq the write's number, see {@link WriterSequence}
 * @param shapeId number of the shape; 0 or less for mixed rows, see {@link Shape}
 * @param keys the keys
 * @param values the values in the order of the keys
 * @param vals the values as jsonb
 * @param message id of the message that brought the values, or null
 */
record SeriesRow(
        UUID entity,
        long ts,
        long seq,
        int shapeId,
        Shape keys,
        List<Value> values,
        String vals,
        @Nullable UUID message) {

    /** Creates a row, with its values in the form of its shape: an object for mixed rows, an array for others. */
    static SeriesRow of(
            UUID entity, KeyedPoint point, int shapeId, long seq, @Nullable UUID message) {
        String vals =
                Shape.isMixed(shapeId)
                        ? object(point.keys(), point.values(), seq)
                        : array(point.values());
        return new SeriesRow(
                entity, point.ts(), seq, shapeId, point.keys(), point.values(), vals, message);
    }

    boolean isMixed() {
        return Shape.isMixed(shapeId);
    }

    /** Formats the values of a row that has a shape. */
    static String array(List<Value> values) {
        StringBuilder json = new StringBuilder(16 * values.size());
        for (Value value : values) {
            json.append(json.isEmpty() ? '[' : ',');
            JsonbValues.append(json, value);
        }
        return json.append(']').toString();
    }

    /** Formats a mixed row. It may hold values of several writes, so each value has the number of its write. */
    private static String object(Shape keys, List<Value> values, long seq) {
        StringBuilder json = new StringBuilder(48 * values.size());
        for (int i = 0; i < values.size(); i++) {
            json.append(i == 0 ? '{' : ',').append('"').append(keys.key(i)).append("\":[");
            JsonbValues.append(json, values.get(i));
            json.append(',').append(seq).append(']');
        }
        return json.append('}').toString();
    }

    /**
     * Returns this row merged with a later one of the same entity, shape and timestamp. It has the message of the later
     * one.
     */
    SeriesRow replacedBy(SeriesRow later) {
        // If a jsonb object has two members with the same name, the last one is used.
        String merged =
                isMixed()
                        ? vals.substring(0, vals.length() - 1) + "," + later.vals.substring(1)
                        : later.vals;
        return new SeriesRow(
                entity, ts, later.seq, shapeId, later.keys, later.values, merged, later.message);
    }
}
