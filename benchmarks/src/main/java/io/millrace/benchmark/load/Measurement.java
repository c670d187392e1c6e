// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a load has shown.
 *
 * @param phase the measured phase
 * @param published what each device published, from the warm-up on
 * @param acknowledgements PUBACK latencies of the measured phase
 * @param pings latencies of PINGRESP, where there were pings
 * @param seen latencies from sending until the REST API shows a reading
 * @param cost what the phase cost the server, or null: not measured
 * @param bystander the device beside the load, or null: there was none
 * @param donePerSecond deliveries that came to their end in the server while the phase ran
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

    /** Seconds from the beginning of the measured phase until the last of its readings was acknowledged. */
    double seconds() {
        return published.stream()
                        .mapToLong(each -> each.measuredUntil() - phase.began())
                        .max()
                        .orElse(0)
                / 1e9;
    }

    /** How many messages were due in an open loop, and had no room in their device's window until the end. */
    long unsent() {
        long sent = published.stream().mapToLong(each -> each.sent() - each.measuredFrom()).sum();
        return Math.max(0, phase.due() - sent);
    }
}
