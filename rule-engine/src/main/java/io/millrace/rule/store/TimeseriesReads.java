// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Reads time series, including every acknowledged save. While the store is unavailable, its stages stay incomplete;
 * they do not fail.
 */
public interface TimeseriesReads {

    /**
     * Returns the latest value of each key that has one.
     *
     * @return fails with {@link StoreException} if the values are too large for one answer
     */
    CompletionStage<Map<String, TimedValue>> latest(
            TenantId tenant, EntityId entity, Collection<String> keys);

    /**
     * Returns the values of each key that has any in the time range, in the order of the query.
     *
     * <p>With an aggregation each key has one value, whose time is the middle of the range. {@code COUNT} counts all
     * values. The others use only the numbers. Their result is an integer if all numbers are integers; it is a
     * floating-point number otherwise, for every average, and for a sum that exceeds 64 bits. If a key has strings and
     * no numbers, {@code MIN} and {@code MAX} compare the strings by code points. Booleans and JSON count for {@code
     * COUNT} only. A key without values to aggregate is missing in the result.
     */
    CompletionStage<Map<String, List<TimedValue>>> range(
            TenantId tenant, EntityId entity, Range range);

    /**
     * The time range and order of a query.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     * @param limit largest number of values of each key, 1 or more, from the start of the order; not applied to
     *     aggregations
     */
    record Range(
            List<String> keys,
            long startTs,
            long endTs,
            int limit,
            Order order,
            Aggregation aggregation) {

        public Range {
            keys = List.copyOf(keys);
        }
    }

    /** Oldest first, or newest first. */
    enum Order {
        ASC,
        DESC
    }
}
