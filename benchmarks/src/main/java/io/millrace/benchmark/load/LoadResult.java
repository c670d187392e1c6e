// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a run.
 *
 * @param storedPerSecond stored readings of the measured phase, until the last of them was acknowledged
 * @param endedPerSecond deliveries that ended during the measured phase
 * @param settledPerSecond stored readings of the measured phase, until all deliveries had ended; NaN if they did not
 * @param acknowledgements PUBACK latencies
 * @param seen publish-to-stored latencies
 * @param unseen readings whose publish-to-stored latency is not known
 * @param unsent messages that were due, but had no room in their device's window
 * @param cost the server's; null: not measured
 * @param pings latencies of PINGRESP
 * @param bystander what the device that is no part of the load has experienced; null without one
 * @param restCalls REST calls that the generator has answered
 */
public record LoadResult(
        double storedPerSecond,
        double endedPerSecond,
        double settledPerSecond,
        Distribution acknowledgements,
        Distribution seen,
        long unseen,
        long unsent,
        @Nullable Cost cost,
        Distribution pings,
        @Nullable String bystander,
        long restCalls,
        Account account) {}
