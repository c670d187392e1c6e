// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.CommitLimits;
import java.time.Duration;

/**
 * How time series are stored.
 *
 * @param writers threads that write; an entity's writes are all one thread's
 * @param shapesPerTenant most sets of keys of one tenant that have rows of their own; rows of any other set name their
 *     keys themselves, which takes more space and makes reads of rare keys slower
 * @param shapesPerEntity the same for one entity; bounds what a read has to look through
 * @param yearsBack time stamps older than that go to the catch-all table
 * @param daysAhead time stamps farther in the future go to the catch-all table; at most 31
 * @param latestBytes about how much memory latest values may take before they are flushed
 * @param flushInterval how long latest values stay in memory only
 * @param commit how much each writer takes
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

    /** Two writers, ten years back, one day ahead, latest values flushed once a second. */
    public static final TimeseriesSettings DEFAULT =
            new TimeseriesSettings(
                    2, 10_000, 64, 10, 1, 64L << 20, Duration.ofSeconds(1), CommitLimits.DEFAULT);

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
                    "expected %s between %d and %d, but got %d"
                            .formatted(name, least, most, value));
        }
    }
}
