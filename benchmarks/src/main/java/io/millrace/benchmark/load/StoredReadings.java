// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.util.function.LongConsumer;

/** Finds the stored readings. */
@FunctionalInterface
public interface StoredReadings {

    /**
     * Passes the timestamps of a device's stored readings to {@code found}, each once, in any order.
     *
     * @param from first timestamp, in milliseconds since the epoch
     * @param to the timestamp after the last one
     */
    void find(Device device, long from, long to, LongConsumer found)
            throws IOException, InterruptedException;

    /** True if a device's reading with exactly this timestamp is stored. */
    default boolean has(Device device, long ts) throws IOException, InterruptedException {
        boolean[] there = new boolean[1];
        find(device, ts, ts + 1, _ -> there[0] = true);
        return there[0];
    }
}
