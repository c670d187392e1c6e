// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.registry.entityview.EntityView;
import io.millrace.server.store.timeseries.TimeBuckets;
import io.millrace.server.store.timeseries.ValueOrigin;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.EntityLookup;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads time series of entity views as those of their devices and assets, within the keys and the time of the view.
 * Attributes of views are stored with the views, and other entities have time series of their own.
 */
public final class TelemetryOfViews implements TelemetryReads {

    private final TelemetryReads stored;
    private final EntityLookup<EntityView> views;

    public TelemetryOfViews(TelemetryReads stored, EntityLookup<EntityView> views) {
        this.stored = stored;
        this.views = views;
    }

    private static boolean isView(EntityId entity) {
        return entity.type() == EntityType.ENTITY_VIEW;
    }

    private EntityView view(TenantId tenant, EntityId entity) {
        return views.find(tenant, entity.id())
                .orElseThrow(() ->
                        ApiException.notFound(
                                "Entity view with id [%s] is not found".formatted(entity.id())));
    }

    /** Those of the keys that the view shows. */
    private static List<String> shown(EntityView view, Collection<String> keys) {
        Set<String> shown = new HashSet<>(view.keys().timeseries());
        return keys.stream().filter(shown::contains).toList();
    }

    /** The first time that the view shows. */
    private static long startOf(EntityView view) {
        return view.startTimeMs() == 0 ? Long.MIN_VALUE : view.startTimeMs() + 1;
    }

    /** The end of the time that the view shows, exclusive. */
    private static long endOf(EntityView view) {
        return view.endTimeMs() == 0 ? Long.MAX_VALUE : view.endTimeMs();
    }

    @Override
    public Collection<String> timeseriesKeys(TenantId tenant, EntityId entity) {
        if (!isView(entity)) {
            return stored.timeseriesKeys(tenant, entity);
        }
        EntityView view = view(tenant, entity);
        return shown(view, stored.timeseriesKeys(tenant, view.source()));
    }

    @Override
    public Map<String, TimedValue> latest(
            TenantId tenant, EntityId entity, Collection<String> keys) {
        if (!isView(entity)) {
            return stored.latest(tenant, entity, keys);
        }
        EntityView view = view(tenant, entity);
        List<String> wanted = keys.isEmpty() ? view.keys().timeseries() : shown(view, keys);
        if (wanted.isEmpty()) {
            return Map.of();
        }
        Map<String, TimedValue> latest =
                new LinkedHashMap<>(stored.latest(tenant, view.source(), wanted));
        latest.values().removeIf(value -> !view.window().contains(value.ts()));
        return latest;
    }

    @Override
    public Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, Range range) {
        if (!isView(entity)) {
            return stored.range(tenant, entity, range);
        }
        EntityView view = view(tenant, entity);
        Range shown =
                new Range(
                        shown(view, range.keys()),
                        Math.max(range.startTs(), startOf(view)),
                        Math.min(range.endTs(), endOf(view)),
                        range.limit(),
                        range.order(),
                        range.aggregation());
        return shown.keys().isEmpty() || shown.startTs() >= shown.endTs()
                ? new LinkedHashMap<>()
                : stored.range(tenant, view.source(), shown);
    }

    @Override
    public Map<String, List<TimedValue>> aggregates(
            TenantId tenant,
            EntityId entity,
            Collection<String> keys,
            Aggregation aggregation,
            TimeBuckets buckets) {
        if (!isView(entity)) {
            return stored.aggregates(tenant, entity, keys, aggregation, buckets);
        }
        EntityView view = view(tenant, entity);
        List<String> wanted = shown(view, keys);
        TimeBuckets shown = buckets.within(startOf(view), endOf(view));
        return wanted.isEmpty() || shown.count() == 0
                ? new LinkedHashMap<>()
                : stored.aggregates(tenant, view.source(), wanted, aggregation, shown);
    }

    @Override
    public ValueOrigin origin(TenantId tenant, EntityId entity, String key, long ts) {
        if (!isView(entity)) {
            return stored.origin(tenant, entity, key, ts);
        }
        EntityView view = view(tenant, entity);
        return shown(view, List.of(key)).isEmpty() || !view.window().contains(ts)
                ? new ValueOrigin.NoValue()
                : stored.origin(tenant, view.source(), key, ts);
    }

    @Override
    public Collection<String> attributeKeys(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes) {
        return stored.attributeKeys(tenant, entity, scopes);
    }

    @Override
    public List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys) {
        return stored.attributes(tenant, entity, scopes, keys);
    }
}
