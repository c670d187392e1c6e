// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.message.telemetry.Value;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.util.Arrays;
import java.util.List;

/**
 * A point whose keys are numbers, in ascending order.
 *
 * @param ts milliseconds since the epoch
 * @param values the values in the order of the keys
 */
record KeyedPoint(long ts, Shape keys, List<Value> values) {

    /**
     * Converts a point whose keys are all known. If a key is repeated, its last value is used.
     *
     * @param ttlMinutes the time to live of the point's shape; 0 for none
     */
    static KeyedPoint of(TimeseriesPoint point, Entries<String> numbers, int ttlMinutes) {
        List<KeyValue> given = point.values();
        int[] keys = new int[given.size()];
        Value[] values = new Value[given.size()];
        int size = 0;
        for (KeyValue keyValue : given) {
            int key = numbers.id(keyValue.key());
            int at = size;
            while (at > 0 && keys[at - 1] > key) {
                at--;
            }
            boolean repeated = at > 0 && keys[at - 1] == key;
            if (repeated) {
                at--;
            } else {
                System.arraycopy(keys, at, keys, at + 1, size - at);
                System.arraycopy(values, at, values, at + 1, size - at);
                size++;
            }
            keys[at] = key;
            values[at] = JsonbValues.normalize(keyValue.value());
        }
        return new KeyedPoint(
                point.ts(),
                new Shape(Arrays.copyOf(keys, size), ttlMinutes),
                List.of(Arrays.copyOf(values, size)));
    }
}
