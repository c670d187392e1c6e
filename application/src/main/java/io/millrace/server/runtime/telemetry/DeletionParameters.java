// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.server.store.timeseries.TimeseriesDeletion;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.TenantEntity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a deletion of time series. They are strings, so that this class validates them and reports
 * their errors.
 *
 * @param deleteAllDataForKeys {@code true} to delete all values and ignore the span; default {@code false}
 * @param startTs start of the span, in milliseconds since the epoch, inclusive
 * @param endTs end of the span, in milliseconds since the epoch, exclusive
 * @param deleteLatest {@code false} to keep latest values; default {@code true}
 * @param rewriteLatestIfDeleted {@code true} to replace a deleted latest value by the newest remaining value; default
 *     {@code false}
 */
record DeletionParameters(
        @Nullable String deleteAllDataForKeys,
        @Nullable String startTs,
        @Nullable String endTs,
        @Nullable String deleteLatest,
        @Nullable String rewriteLatestIfDeleted) {

    /**
     * Creates the deletion for an entity.
     *
     * @param keys the keys whose values are deleted
     * @throws ApiException (400) if a parameter is missing or invalid
     */
    TimeseriesDeletion of(TenantEntity entity, List<String> keys) {
        if (keys.isEmpty()) {
            throw ApiException.badRequest(
                    "keys: must name at least one key, but is missing or empty");
        }
        boolean all = isTrue("deleteAllDataForKeys", deleteAllDataForKeys, false);
        long start = all ? Long.MIN_VALUE : number("startTs", startTs);
        long end = all ? Long.MAX_VALUE : number("endTs", endTs);
        if (end < start) {
            throw ApiException.badRequest(
                    "endTs: expected %d (startTs) or more, but got %d".formatted(start, end));
        }
        return new TimeseriesDeletion(
                entity.tenantId(), entity.entityId(), keys, start, end, latest());
    }

    private LatestPolicy latest() {
        boolean rewrite = isTrue("rewriteLatestIfDeleted", rewriteLatestIfDeleted, false);
        if (!isTrue("deleteLatest", deleteLatest, true)) {
            return LatestPolicy.KEEP;
        }
        return rewrite ? LatestPolicy.REWRITE : LatestPolicy.DELETE;
    }

    private static boolean isTrue(String name, @Nullable String text, boolean otherwise) {
        return switch (text) {
            case null -> otherwise;
            case "" -> otherwise;
            case "true" -> true;
            case "false" -> false;
            default ->
                    throw ApiException.badRequest(
                            "%s: expected true or false, but got '%s'".formatted(name, text));
        };
    }

    private static long number(String name, @Nullable String text) {
        if (text == null || text.isEmpty()) {
            throw ApiException.badRequest(
                    name
                            + ": expected a number of milliseconds, but it is missing; set startTs and endTs, "
                            + "or deleteAllDataForKeys=true");
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException _) {
            throw ApiException.badRequest(
                    "%s: expected a number of milliseconds, but got '%s'".formatted(name, text));
        }
    }
}
