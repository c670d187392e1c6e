// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.timeseries;

import java.util.List;

/**
 * Asks for values of a span of time.
 *
 * @param keys whose values
 * @param startTs milliseconds since the epoch, inclusive
 * @param endTs milliseconds since the epoch, exclusive
 * @param limit most values of each key, 1 to {@value #GREATEST_LIMIT}
 * @param order which come first, and are kept where the limit cuts
 */
public record RangeQuery(List<String> keys, long startTs, long endTs, int limit, Order order) {

    /** Greatest limit. */
    public static final int GREATEST_LIMIT = 100_000;

    /** The order of values by time. */
    public enum Order {
        /** Oldest first. */
        ASC,
        /** Newest first. */
        DESC
    }

    public RangeQuery {
        keys = List.copyOf(keys);
        if (limit < 1 || limit > GREATEST_LIMIT) {
            throw new IllegalArgumentException(
                    "expected limit between 1 and %d, but got %d".formatted(GREATEST_LIMIT, limit));
        }
    }
}
