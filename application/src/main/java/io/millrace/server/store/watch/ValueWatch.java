// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.watch;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import java.util.List;
import java.util.UUID;

/**
 * Receives the stored values of watched entities. The stores call it on their writer threads, after the commit and after
 * the values became visible to readers. An entity that is watched before its values are read therefore misses no value.
 * Implementations return at once and do not throw.
 */
public interface ValueWatch {

    /** Watches no entity. */
    ValueWatch NONE =
            new ValueWatch() {
                @Override
                public boolean watches(UUID entity) {
                    return false;
                }

                @Override
                public void timeseriesSaved(UUID entity, List<TimeseriesPoint> points) {}

                @Override
                public void attributesSaved(
                        UUID entity,
                        AttributeScope scope,
                        List<KeyValue> attributes,
                        long updatedAt) {}

                @Override
                public void changed(UUID entity) {}
            };

    /** True if the entity is watched; the other methods are then called. Called for each write: one look-up. */
    boolean watches(UUID entity);

    /** Points were stored; each value is the latest one of its key unless a later one exists. */
    void timeseriesSaved(UUID entity, List<TimeseriesPoint> points);

    /**
     * Attributes were stored.
     *
     * @param updatedAt milliseconds since the epoch
     */
    void attributesSaved(
            UUID entity, AttributeScope scope, List<KeyValue> attributes, long updatedAt);

    /** Values of the entity were deleted, or changed in a way that only a read can tell. */
    void changed(UUID entity);
}
