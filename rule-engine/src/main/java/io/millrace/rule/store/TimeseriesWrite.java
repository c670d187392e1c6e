// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.TimeseriesPoint;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Points of one entity to store.
 *
 * @param tenant owner of the entity
 * @param entity the entity that the values belong to
 * @param points the values by time; for the same entity, key and timestamp the last write wins
 * @param history whether they are added to the time series
 * @param latest whether they become the latest values, each unless its timestamp is older than the stored one
 * @param ttl how long the values are kept in the time series, in seconds from their timestamps; 0 sets no time. A
 *     shorter time of a profile counts before it. Latest values stay
 * @param lease the lease of the write, or null: a single instance needs no lease; if the lease has ended, nothing is
 *     stored
 * @param message id of the message that brought the values, or null if no message did; it is kept with the values of the
 *     time series
 */
public record TimeseriesWrite(
        TenantId tenant,
        EntityId entity,
        List<TimeseriesPoint> points,
        boolean history,
        boolean latest,
        long ttl,
        @Nullable Lease lease,
        @Nullable UUID message) {

    /** Creates a write of no message, without a time to live and without a lease, for a single instance. */
    public TimeseriesWrite(
            TenantId tenant,
            EntityId entity,
            List<TimeseriesPoint> points,
            boolean history,
            boolean latest) {
        this(tenant, entity, points, history, latest, 0, null, null);
    }

    public TimeseriesWrite {
        if (ttl < 0) {
            throw new IllegalArgumentException("ttl must be 0 or more seconds, but is " + ttl);
        }
        points = List.copyOf(points);
    }
}
