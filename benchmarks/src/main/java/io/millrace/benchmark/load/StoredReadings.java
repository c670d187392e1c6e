// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;
import java.util.function.LongConsumer;

/** Says which readings are stored. */
@FunctionalInterface
interface StoredReadings {

    /**
     * Names the time stamps at which a device has a reading stored, each once, in no certain order.
     *
     * @param from first time stamp, in milliseconds since the epoch
     * @param to the time stamp after the last one
     */
    void find(Device device, long from, long to, LongConsumer found)
            throws IOException, InterruptedException;

    /** Whether a device's reading of exactly that time is stored. */
    default boolean has(Device device, long ts) throws IOException, InterruptedException {
        boolean[] there = new boolean[1];
        find(device, ts, ts + 1, _ -> there[0] = true);
        return there[0];
    }
}
