// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.TimeseriesPoint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Points of one entity to be stored.
 *
 * @param tenant owner of the entity
 * @param entity whose values they are
 * @param points the values by time; same entity, key and time stamp: the last one written wins
 * @param history whether they go into the time series
 * @param latest whether they may become the latest values, each where its time stamp is not older
 * @param lease what the write is made under; one that is over stores nothing
 */
public record TimeseriesWrite(
        TenantId tenant,
        EntityId entity,
        List<TimeseriesPoint> points,
        boolean history,
        boolean latest,
        @Nullable Lease lease) {

    /** A write by the right of the only instance that there is. */
    public TimeseriesWrite(
            TenantId tenant,
            EntityId entity,
            List<TimeseriesPoint> points,
            boolean history,
            boolean latest) {
        this(tenant, entity, points, history, latest, null);
    }

    public TimeseriesWrite {
        points = List.copyOf(points);
    }
}
