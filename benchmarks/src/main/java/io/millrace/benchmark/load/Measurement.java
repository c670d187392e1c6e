// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The measurements of a load.
 *
 * @param phase the measured phase
 * @param published the readings of each device, including those of the warm-up
 * @param acknowledgements PUBACK latencies of the measured phase
 * @param pings latencies of PINGRESP; empty without pings
 * @param seen latencies from sending until the REST API shows a reading
 * @param cost the server's cost in the phase; null: not measured
 * @param bystander the device that is not part of the load, or null
 * @param donePerSecond deliveries per second that ended in the server during the phase
 * @param isInterrupted whether connections broke off
 */
record Measurement(
        Phase phase,
        List<Published> published,
        Latencies acknowledgements,
        Latencies pings,
        Sampler seen,
        @Nullable ServerCost cost,
        @Nullable Bystander bystander,
        double donePerSecond,
        boolean isInterrupted) {

    /** Seconds from the start of the measured phase to the acknowledgement of its last reading. */
    double seconds() {
        return published.stream()
                        .mapToLong(each -> each.measuredUntil() - phase.began())
                        .max()
                        .orElse(0)
                / 1e9;
    }

    /** Number of messages of an open loop that were due, but had no room in their device's window until the end. */
    long unsent() {
        long sent = published.stream().mapToLong(each -> each.sent() - each.measuredFrom()).sum();
        return Math.max(0, phase.due() - sent);
    }
}
