// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

/**
 * Reads time series; every acknowledged save is seen. While the store cannot be reached, its answers wait; they do not
 * fail.
 */
public interface TimeseriesReads {

    /** The latest value of each of the keys that has one. */
    CompletionStage<Map<String, TimedValue>> latest(
            TenantId tenant, EntityId entity, Collection<String> keys);

    /**
     * The values of each key that has any in the span of time, in the order of the query.
     *
     * <p>With an aggregation each key has one value, whose time is the middle of the span. {@code COUNT} counts all values.
     * The others look at the numbers: those of whole numbers only are whole, all others and every average a fraction, and
     * so is a sum that is too great for 64 bits. {@code MIN} and {@code MAX} of a key that has texts and no numbers are
     * those of the texts, by code points; truth values and JSON count for {@code COUNT} only. A key with nothing to
     * aggregate has no value.
     */
    CompletionStage<Map<String, List<TimedValue>>> range(
            TenantId tenant, EntityId entity, Range range);

    /**
     * Which values are wanted.
     *
     * @param startTs milliseconds since the epoch, inclusive
     * @param endTs milliseconds since the epoch, exclusive
     * @param limit most values of each key, 1 or more, from the beginning of the order; an aggregation counts all
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

    /** By time: oldest first, or newest first. */
    enum Order {
        ASC,
        DESC
    }
}
