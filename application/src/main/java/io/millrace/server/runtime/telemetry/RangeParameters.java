// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a range. They are strings, so that this class validates them and reports their errors.
 *
 * @param startTs start of the range, in milliseconds since the epoch, inclusive
 * @param endTs end of the range, in milliseconds since the epoch, exclusive
 * @param limit maximum number of values per key, default 100
 * @param agg {@code NONE}, which is the default
 * @param orderBy {@code ASC}, or {@code DESC}, which is the default
 */
record RangeParameters(
        @Nullable String startTs,
        @Nullable String endTs,
        @Nullable String limit,
        @Nullable String agg,
        @Nullable String orderBy) {

    private static final long DEFAULT_LIMIT = 100;

    /** Maximum number of values in one response, which is held in memory. */
    private static final long MAX_VALUES = 1_000_000;

    private static final long MAX_LIMIT = 100_000;

    boolean isGiven() {
        return startTs != null || endTs != null;
    }

    /**
     * Creates the query for the given keys.
     *
     * @throws ApiException (400) if a parameter is missing or invalid
     */
    Range query(List<String> keys) {
        if (keys.isEmpty()) {
            throw ApiException.badRequest(
                    "keys: must name at least one key for a range, but is missing or empty");
        }
        requireNoAggregation();
        long start = number("startTs", startTs);
        long end = number("endTs", endTs);
        if (end < start) {
            throw ApiException.badRequest(
                    "endTs: expected %d (startTs) or more, but got %d".formatted(start, end));
        }
        return new Range(keys, start, end, limitFor(keys), order(), Aggregation.NONE);
    }

    private void requireNoAggregation() {
        if (agg != null && !agg.isEmpty() && !agg.equals("NONE")) {
            throw ApiException.badRequest(
                    "agg: expected NONE, because this server does not offer aggregation, but got '%s'"
                            .formatted(agg));
        }
    }

    private int limitFor(List<String> keys) {
        long perKey = limit == null || limit.isEmpty() ? DEFAULT_LIMIT : number("limit", limit);
        long most = Math.min(MAX_LIMIT, MAX_VALUES / keys.size());
        if (perKey < 1 || perKey > most) {
            throw ApiException.badRequest(
                    "limit: expected 1 to %d for %d keys, but got %d"
                            .formatted(most, keys.size(), perKey));
        }
        return (int) perKey;
    }

    private Order order() {
        if (orderBy == null || orderBy.isEmpty()) {
            return Order.DESC;
        }
        return switch (orderBy.toUpperCase(Locale.ROOT)) {
            case "ASC" -> Order.ASC;
            case "DESC" -> Order.DESC;
            default ->
                    throw ApiException.badRequest(
                            "orderBy: expected ASC or DESC, but got '%s'".formatted(orderBy));
        };
    }

    private static long number(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw ApiException.badRequest(
                    name
                            + ": expected a number, but it is missing; startTs and endTs must be set together");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw ApiException.badRequest(
                    "%s: expected a number, but got '%s'".formatted(name, text));
        }
    }
}
