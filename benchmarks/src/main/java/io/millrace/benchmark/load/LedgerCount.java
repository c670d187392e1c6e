// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import java.io.IOException;

/**
 * The number of deliveries that have ended with some outcome since the start of the run, by the server's metrics of all
 * its messages. After a restart the server counts from 0 again, and the former count is lost.
 */
final class LedgerCount {

    /** A counter. */
    @FunctionalInterface
    interface Count {

        long now() throws IOException, InterruptedException;
    }

    private static final String ENDED = "millrace_ledger_ended_total{";
    private static final String IN_FLIGHT = "millrace_ledger_in_flight{";

    private final String metric;
    private final long before;

    private LedgerCount(RestApi rest, String metric) throws IOException, InterruptedException {
        this.metric = metric;
        this.before = Metrics.sum(rest, metric);
    }

    /**
     * Counts the deliveries that end with an outcome.
     *
     * @param outcome as the server's metrics spell it
     */
    static LedgerCount of(RestApi rest, String outcome) throws IOException, InterruptedException {
        return new LedgerCount(rest, ENDED + "outcome=\"" + outcome + "\"}");
    }

    /** Counts the deliveries that end with any outcome. */
    static LedgerCount ofAll(RestApi rest) throws IOException, InterruptedException {
        return new LedgerCount(rest, ENDED);
    }

    /** The number of deliveries that have not ended. */
    static long inFlight(RestApi rest) throws IOException, InterruptedException {
        return Metrics.sum(rest, IN_FLIGHT);
    }

    long since(RestApi rest) throws IOException, InterruptedException {
        long now = Metrics.sum(rest, metric);
        return now >= before ? now - before : now;
    }
}
