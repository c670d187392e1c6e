// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityViewId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/** Looks up the entity views of devices and assets. While the store is unavailable, its stages stay incomplete. */
@FunctionalInterface
public interface EntityViews {

    /** Most views of one entity that a look-up returns. */
    int MOST = 1_000;

    /**
     * Returns the views of an entity, the oldest first; includes every committed change.
     *
     * @return fails with {@link StoreException} if the entity has more than {@value #MOST} views
     */
    CompletionStage<List<View>> of(TenantId tenant, EntityId entity);

    /**
     * What a view shows of its entity.
     *
     * @param attributes the keys of the attributes by scope; a scope without keys may be absent
     */
    record View(EntityViewId id, Map<AttributeScope, Set<String>> attributes, Window window) {

        public View {
            attributes = Map.copyOf(attributes);
        }

        /** The keys of the attributes of a scope. */
        public Set<String> keys(AttributeScope scope) {
            return attributes.getOrDefault(scope, Set.of());
        }
    }

    /**
     * The time whose data a view shows.
     *
     * @param startTs milliseconds since the epoch, exclusive; 0 for no start
     * @param endTs milliseconds since the epoch, exclusive; 0 for no end
     */
    record Window(long startTs, long endTs) {

        /** Returns whether a time, in milliseconds since the epoch, is in the window. */
        public boolean contains(long ts) {
            return (startTs == 0 || startTs < ts) && (endTs == 0 || ts < endTs);
        }
    }
}
