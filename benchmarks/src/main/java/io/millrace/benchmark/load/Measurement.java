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
 * @param settledAt when all deliveries had ended, in nanoseconds of {@link System#nanoTime()}; 0 if that is not known
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
        long settledAt,
        boolean isInterrupted) {

    /** Seconds from the start of the measured phase to the acknowledgement of its last reading. */
    double seconds() {
        return published.stream()
                        .mapToLong(each -> each.measuredUntil() - phase.began())
                        .max()
                        .orElse(0)
                / 1e9;
    }

    /** Seconds from the start of the measured phase until all deliveries had ended; NaN if that is not known. */
    double settledSeconds() {
        return settledAt == 0 ? Double.NaN : (settledAt - phase.began()) / 1e9;
    }

    /**
     * The figures of the run.
     *
     * @param account what happened to all readings
     * @param restCalls number of REST calls that the generator has answered
     */
    LoadResult result(Account account, long restCalls) {
        return new LoadResult(
                account.measured() == 0 ? 0 : account.measured() / seconds(),
                donePerSecond,
                account.measured() / settledSeconds(),
                acknowledgements.distribution(),
                seen.distribution(),
                seen.unseen(),
                unsent(),
                cost == null ? null : cost.of(account.measured()),
                pings.distribution(),
                bystander == null ? null : bystander.toString(),
                restCalls,
                account);
    }

    /** Number of messages of an open loop that were due, but had no room in their device's window until the end. */
    long unsent() {
        long sent = published.stream().mapToLong(each -> each.sent() - each.measuredFrom()).sum();
        return Math.max(0, phase.due() - sent);
    }
}
