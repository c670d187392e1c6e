// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.CommitLimits;
import java.time.Duration;

/**
 * Settings of the storage of time series.
 *
 * @param writers number of threads that write, and of groups of entities; one thread at a time writes those of a group
 * @param shapesPerTenant maximum number of shapes (sets of keys) of one tenant; points with other sets of keys go to
 *     mixed rows, which contain their keys, take more space and make reads of rare keys slower
 * @param shapesPerEntity maximum number of shapes of one entity; bounds the number of shapes that a read must search
 * @param yearsBack timestamps older than this number of years go to the catch-all table
 * @param daysAhead timestamps more than this number of days in the future go to the catch-all table; at most 31
 * @param latestBytes approximate maximum memory in bytes for latest values that are not flushed yet
 * @param flushInterval longest time between flushes of latest values
 * @param commit limits of the group commit
 */
public record TimeseriesSettings(
        int writers,
        int shapesPerTenant,
        int shapesPerEntity,
        int yearsBack,
        int daysAhead,
        long latestBytes,
        Duration flushInterval,
        CommitLimits commit) {

    private static final long LEAST_LATEST_BYTES = 16L << 20;

    /**
     * Two writers, ten years back, one day ahead, latest values flushed once a second, a sixteenth of the heap for those
     * that are not flushed yet, and an eighth for writes that wait.
     */
    public static final TimeseriesSettings DEFAULT =
            new TimeseriesSettings(
                    2,
                    10_000,
                    64,
                    10,
                    1,
                    Math.max(LEAST_LATEST_BYTES, Runtime.getRuntime().maxMemory() / 16),
                    Duration.ofSeconds(1),
                    CommitLimits.DEFAULT.withWaitingBytes(2 * CommitLimits.DEFAULT.waitingBytes()));

    /** Returns these settings with another interval of flushes. */
    public TimeseriesSettings withFlushInterval(Duration interval) {
        return new TimeseriesSettings(
                writers,
                shapesPerTenant,
                shapesPerEntity,
                yearsBack,
                daysAhead,
                latestBytes,
                interval,
                commit);
    }

    public TimeseriesSettings {
        requireWithin(writers, 1, 64, "writers");
        requireWithin(shapesPerTenant, 1, 1_000_000, "shapesPerTenant");
        requireWithin(shapesPerEntity, 2, 10_000, "shapesPerEntity");
        requireWithin(yearsBack, 1, 100, "yearsBack");
        requireWithin(daysAhead, 0, 31, "daysAhead");
        requireWithin(latestBytes, 1 << 20, Long.MAX_VALUE, "latestBytes");
    }

    private static void requireWithin(long value, long least, long most, String name) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s must be from %d to %d, but is %d".formatted(name, least, most, value));
        }
    }
}
