// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.store.timeseries.BucketWidth;
import io.millrace.server.store.timeseries.TimeBuckets;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.QueryParameters;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a range. They are strings, so that this class validates them and reports their errors.
 *
 * @param startTs start of the range, in milliseconds since the epoch, inclusive
 * @param endTs end of the range, in milliseconds since the epoch, exclusive
 * @param limit maximum number of values per key, default 100
 * @param agg {@code MIN}, {@code MAX}, {@code AVG}, {@code SUM}, {@code COUNT}, or {@code NONE}, which is the default
 * @param orderBy {@code ASC} or {@code DESC}; the default is {@code DESC} for values and {@code ASC} for aggregates
 * @param interval length of the intervals that are aggregated, in milliseconds; 0, the default, means that values are
 *     not aggregated unless {@code intervalType} is a unit of the calendar
 * @param intervalType {@code MILLISECONDS}, which is the default, {@code WEEK} (from Sunday on), {@code WEEK_ISO} (from
 *     Monday on), {@code MONTH} or {@code QUARTER}
 * @param timeZone time zone of units of the calendar, such as {@code Europe/Berlin}; the default is UTC
 */
public record RangeParameters(
        @Parameter(required = true, schema = @Schema(type = "integer", format = "int64"))
                @Nullable String startTs,
        @Parameter(required = true, schema = @Schema(type = "integer", format = "int64"))
                @Nullable String endTs,
        @Parameter(schema = @Schema(type = "integer", format = "int32")) @Nullable String limit,
        @Nullable String agg,
        @Nullable String orderBy,
        @Parameter(schema = @Schema(type = "integer", format = "int64")) @Nullable String interval,
        @Nullable String intervalType,
        @Nullable String timeZone)
        implements QueryParameters {

    private static final long DEFAULT_LIMIT = 100;

    /** Maximum number of values in one response, which is held in memory. */
    private static final long MAX_VALUES = 1_000_000;

    private static final long MAX_LIMIT = 100_000;

    boolean isGiven() {
        return startTs != null || endTs != null;
    }

    /** What the parameters ask for. */
    sealed interface Query {

        List<String> keys();
    }

    /** Values as they were stored. */
    record Values(Range range) implements Query {

        @Override
        public List<String> keys() {
            return range.keys();
        }
    }

    /** An aggregate of each interval. */
    record Aggregates(List<String> keys, Aggregation aggregation, TimeBuckets buckets, Order order)
            implements Query {}

    /**
     * Creates the query for the given keys.
     *
     * @throws ApiException (400) if a parameter is missing or invalid
     */
    Query query(List<String> keys) {
        if (keys.isEmpty()) {
            throw ApiException.badRequest(
                    "keys: must name at least one key for a range, but is missing or empty");
        }
        long start = number("startTs", startTs);
        long end = number("endTs", endTs);
        if (end < start) {
            throw ApiException.badRequest(
                    "endTs: expected %d (startTs) or more, got %d".formatted(start, end));
        }
        Aggregation aggregation = aggregation();
        Optional<BucketWidth> width = width();
        if (aggregation == Aggregation.NONE || width.isEmpty()) {
            Range range =
                    new Range(
                            keys, start, end, limitFor(keys), order(Order.DESC), Aggregation.NONE);
            return new Values(range);
        }
        TimeBuckets buckets = buckets(start, end, width.get());
        requireRoomFor(keys, buckets);
        return new Aggregates(keys, aggregation, buckets, order(Order.ASC));
    }

    private static void requireRoomFor(List<String> keys, TimeBuckets buckets) {
        long most = MAX_VALUES / Math.max(1, buckets.count());
        if (keys.size() > most) {
            throw ApiException.badRequest(
                    "keys: expected at most %d keys for %d intervals, got %d"
                            .formatted(most, buckets.count(), keys.size()));
        }
    }

    /**
     * Reads the values or aggregates of the given keys. Keys without values are absent.
     *
     * @throws ApiException (400) if a parameter is missing or invalid
     */
    public Map<String, List<TimedValue>> read(
            TelemetryReads reads, TenantId tenant, EntityId entity, List<String> keys) {
        return switch (query(keys)) {
            case Values(Range range) -> reads.range(tenant, entity, range);
            case Aggregates aggregates -> {
                Map<String, List<TimedValue>> found =
                        reads.aggregates(
                                tenant,
                                entity,
                                aggregates.keys(),
                                aggregates.aggregation(),
                                aggregates.buckets());
                if (aggregates.order() == Order.DESC) {
                    found.replaceAll((_, values) -> values.reversed());
                }
                yield found;
            }
        };
    }

    private Aggregation aggregation() {
        if (agg == null || agg.isEmpty()) {
            return Aggregation.NONE;
        }
        try {
            return Aggregation.valueOf(agg);
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest(
                    "agg: expected MIN, MAX, AVG, SUM, COUNT or NONE, got '%s'".formatted(agg));
        }
    }

    /** Empty if there are no intervals. */
    private Optional<BucketWidth> width() {
        if (intervalType == null || intervalType.isEmpty() || intervalType.equals("MILLISECONDS")) {
            long millis = interval == null || interval.isEmpty() ? 0 : number("interval", interval);
            if (millis < 0) {
                throw ApiException.badRequest(
                        "interval: expected 0 or more milliseconds, got " + millis);
            }
            return millis == 0 ? Optional.empty() : Optional.of(new BucketWidth.Fixed(millis));
        }
        try {
            return Optional.of(
                    new BucketWidth.Calendar(
                            BucketWidth.CalendarUnit.valueOf(intervalType), zone()));
        } catch (IllegalArgumentException _) {
            throw ApiException.badRequest(
                    "intervalType: expected MILLISECONDS, WEEK, WEEK_ISO, MONTH or QUARTER, got '%s'"
                            .formatted(intervalType));
        }
    }

    private ZoneId zone() {
        if (timeZone == null || timeZone.isEmpty()) {
            return ZoneOffset.UTC;
        }
        try {
            return ZoneId.of(timeZone);
        } catch (DateTimeException _) {
            throw ApiException.badRequest(
                    "timeZone: expected a time zone such as Europe/Berlin, got '%s'"
                            .formatted(timeZone));
        }
    }

    private static TimeBuckets buckets(long start, long end, BucketWidth width) {
        try {
            return TimeBuckets.of(start, end, width);
        } catch (StoreException e) {
            throw ApiException.badRequest("interval: " + e.getMessage());
        }
    }

    private int limitFor(List<String> keys) {
        long perKey = limit == null || limit.isEmpty() ? DEFAULT_LIMIT : number("limit", limit);
        long most = Math.min(MAX_LIMIT, MAX_VALUES / keys.size());
        if (perKey < 1 || perKey > most) {
            throw ApiException.badRequest(
                    "limit: expected 1 to %d for %d keys, got %d"
                            .formatted(most, keys.size(), perKey));
        }
        return (int) perKey;
    }

    private Order order(Order absent) {
        if (orderBy == null || orderBy.isEmpty()) {
            return absent;
        }
        return switch (orderBy.toUpperCase(Locale.ROOT)) {
            case "ASC" -> Order.ASC;
            case "DESC" -> Order.DESC;
            default ->
                    throw ApiException.badRequest(
                            "orderBy: expected ASC or DESC, got '%s'".formatted(orderBy));
        };
    }

    private static long number(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw ApiException.badRequest(
                    name
                            + ": expected a number; it is missing; startTs and endTs must be set together");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw ApiException.badRequest("%s: expected a number, got '%s'".formatted(name, text));
        }
    }
}
