// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.server.store.watch.ValueWatch;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The entities with subscriptions on this instance. */
final class WatchedEntities implements ValueWatch {

    private final ConcurrentHashMap<UUID, Watched> entities = new ConcurrentHashMap<>();

    /** Starts a thread that passes on the changes of an entity; set once, before the first subscription. */
    private volatile Consumer<Watched> starter = _ -> {};

    /** @param newStarter starts a thread that passes on the changes of an entity */
    void passOnWith(Consumer<Watched> newStarter) {
        this.starter = newStarter;
    }

    /** From now on the subscription receives changes. */
    void add(TenantId tenant, Subscription subscription) {
        EntityId entity = subscription.entity();
        entities.compute(
                entity.id(),
                (_, present) -> {
                    Watched watched = present == null ? new Watched(tenant, entity) : present;
                    watched.subscriptions().add(subscription);
                    return watched;
                });
    }

    void remove(Subscription subscription) {
        entities.computeIfPresent(
                subscription.entity().id(),
                (_, watched) -> {
                    watched.subscriptions().remove(subscription);
                    return watched.subscriptions().isEmpty() ? null : watched;
                });
    }

    Collection<Watched> all() {
        return entities.values();
    }

    @Nullable Watched find(UUID entity) {
        return entities.get(entity);
    }

    @Override
    public boolean watches(UUID entity) {
        return !entities.isEmpty() && entities.containsKey(entity);
    }

    @Override
    public void timeseriesSaved(UUID entity, List<TimeseriesPoint> points) {
        change(entity, watched -> watched.add(new Change.Points(points)));
    }

    @Override
    public void attributesSaved(
            UUID entity, AttributeScope scope, List<KeyValue> attributes, long updatedAt) {
        change(entity, watched -> watched.add(new Change.Attributes(scope, attributes, updatedAt)));
    }

    @Override
    public void changed(UUID entity) {
        change(entity, Watched::addRead);
    }

    /** @param addition adds a change; returns true if a thread must be started */
    void change(UUID entity, Predicate<Watched> addition) {
        Watched watched = entities.get(entity);
        if (watched != null && addition.test(watched)) {
            starter.accept(watched);
        }
    }
}
