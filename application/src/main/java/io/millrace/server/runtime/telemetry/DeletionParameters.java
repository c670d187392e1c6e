// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.server.store.timeseries.TimeseriesDeletion;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.QueryParameters;
import io.millrace.server.web.entity.TenantEntity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The query parameters of a deletion of time series; null if they are not given.
 *
 * @param deleteAllDataForKeys {@code true} to delete all values and ignore the span; default {@code false}
 * @param startTs start of the span, in milliseconds since the epoch, inclusive
 * @param endTs end of the span, in milliseconds since the epoch, exclusive
 * @param deleteLatest {@code false} to keep latest values; default {@code true}
 * @param rewriteLatestIfDeleted {@code true} to replace a deleted latest value by the newest remaining value; default
 *     {@code false}
 */
record DeletionParameters(
        @Nullable Boolean deleteAllDataForKeys,
        @Nullable Long startTs,
        @Nullable Long endTs,
        @Nullable Boolean deleteLatest,
        @Nullable Boolean rewriteLatestIfDeleted)
        implements QueryParameters {

    /**
     * Creates the deletion for an entity.
     *
     * @param keys the keys whose values are deleted
     * @throws ApiException (400) if a parameter is missing, or the span ends before it starts
     */
    TimeseriesDeletion of(TenantEntity entity, List<String> keys) {
        if (keys.isEmpty()) {
            throw ApiException.badRequest(
                    "keys: must name at least one key, but is missing or empty");
        }
        boolean all = Boolean.TRUE.equals(deleteAllDataForKeys);
        long start = all ? Long.MIN_VALUE : required("startTs", startTs);
        long end = all ? Long.MAX_VALUE : required("endTs", endTs);
        if (end < start) {
            throw ApiException.badRequest(
                    "endTs: expected %d (startTs) or more, got %d".formatted(start, end));
        }
        return new TimeseriesDeletion(
                entity.tenantId(), entity.entityId(), keys, start, end, latest());
    }

    private LatestPolicy latest() {
        if (Boolean.FALSE.equals(deleteLatest)) {
            return LatestPolicy.KEEP;
        }
        return Boolean.TRUE.equals(rewriteLatestIfDeleted)
                ? LatestPolicy.REWRITE
                : LatestPolicy.DELETE;
    }

    private static long required(String name, @Nullable Long millis) {
        if (millis == null) {
            throw ApiException.badRequest(
                    name
                            + ": expected a number of milliseconds; it is missing; set startTs and endTs, "
                            + "or deleteAllDataForKeys=true");
        }
        return millis;
    }
}
