// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.telemetry.Value;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of latest values, as it is read.
 *
 * @param id as in {@link LatestRow}
 * @param ts milliseconds since the epoch
 * @param seq number of the write, see {@link WriterSequence}
 * @param vals the values as a jsonb array
 */
record StoredLatest(int id, long ts, long seq, String vals) {

    /**
     * Adds the values of an entity's rows to samples; of each key, the latest one stays.
     *
     * @param keys the keys of the rows, by their ids; rows without keys here are skipped
     */
    static void addAll(
            List<StoredLatest> rows, Map<Integer, Shape> keys, Map<Integer, Sample> samples) {
        for (StoredLatest row : rows) {
            @Nullable Shape shape = keys.get(row.id());
            if (shape != null) {
                row.addTo(samples, shape);
            }
        }
    }

    private void addTo(Map<Integer, Sample> samples, Shape keys) {
        List<Value> values = JsonbValues.parseArray(vals);
        for (int i = 0; i < keys.size(); i++) {
            samples.merge(keys.key(i), new Sample(ts, seq, values.get(i)), Sample::later);
        }
    }
}
