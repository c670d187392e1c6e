// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

import java.util.List;

/**
 * The values that an entity had at one time.
 *
 * @param ts milliseconds since the epoch
 * @param values the values, each key once
 */
public record TimeseriesPoint(long ts, List<KeyValue> values) {

    public TimeseriesPoint {
        values = List.copyOf(values);
    }
}
