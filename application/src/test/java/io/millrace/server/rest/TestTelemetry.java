// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.runtime.telemetry.TelemetryReads;
import io.millrace.server.store.timeseries.TimeBuckets;
import io.millrace.server.store.timeseries.ValueOrigin;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Primary;

/**
 * Telemetry in memory, kept by tenant and entity; of an entity that has none there, what is really stored. No
 * component: only the service that names it shall have it.
 */
@Primary
public final class TestTelemetry implements TelemetryReads {

    private record Owner(TenantId tenant, EntityId entity) {}

    private record Scoped(AttributeScope scope, Attribute attribute) {}

    private final Map<Owner, Map<String, ConcurrentSkipListMap<Long, Value>>> series =
            new ConcurrentHashMap<>();
    private final Map<Owner, List<Scoped>> attributes = new ConcurrentHashMap<>();
    private final TelemetryReads stored;

    TestTelemetry(@Qualifier("telemetryReads") TelemetryReads stored) {
        this.stored = stored;
    }

    public void put(TenantId tenant, EntityId entity, String key, long ts, Value value) {
        series.computeIfAbsent(new Owner(tenant, entity), _ -> new ConcurrentHashMap<>())
                .computeIfAbsent(key, _ -> new ConcurrentSkipListMap<>())
                .put(ts, value);
    }

    public void put(
            TenantId tenant,
            EntityId entity,
            AttributeScope scope,
            String key,
            long ts,
            Value value) {
        attributes
                .computeIfAbsent(new Owner(tenant, entity), _ -> new CopyOnWriteArrayList<>())
                .add(new Scoped(scope, new Attribute(new KeyValue(key, value), ts)));
    }

    private Map<String, ConcurrentSkipListMap<Long, Value>> of(TenantId tenant, EntityId entity) {
        return series.getOrDefault(new Owner(tenant, entity), Map.of());
    }

    private boolean hasSeries(TenantId tenant, EntityId entity) {
        return series.containsKey(new Owner(tenant, entity));
    }

    @Override
    public Collection<String> timeseriesKeys(TenantId tenant, EntityId entity) {
        return hasSeries(tenant, entity)
                ? of(tenant, entity).keySet()
                : stored.timeseriesKeys(tenant, entity);
    }

    @Override
    public Map<String, TimedValue> latest(
            TenantId tenant, EntityId entity, Collection<String> keys) {
        if (!hasSeries(tenant, entity)) {
            return stored.latest(tenant, entity, keys);
        }
        return of(tenant, entity).entrySet().stream()
                .filter(entry -> keys.isEmpty() || keys.contains(entry.getKey()))
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                entry ->
                                        new TimedValue(
                                                entry.getValue().lastKey(),
                                                entry.getValue().lastEntry().getValue())));
    }

    @Override
    public Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, Range query) {
        if (!hasSeries(tenant, entity)) {
            return stored.range(tenant, entity, query);
        }
        Comparator<TimedValue> byTime = Comparator.comparingLong(TimedValue::ts);
        return of(tenant, entity).entrySet().stream()
                .filter(entry -> query.keys().contains(entry.getKey()))
                .collect(
                        Collectors.toMap(
                                Map.Entry::getKey,
                                entry ->
                                        entry
                                                .getValue()
                                                .subMap(query.startTs(), query.endTs())
                                                .entrySet()
                                                .stream()
                                                .map(e -> new TimedValue(e.getKey(), e.getValue()))
                                                .sorted(
                                                        query.order() == Order.ASC
                                                                ? byTime
                                                                : byTime.reversed())
                                                .limit(query.limit())
                                                .toList()));
    }

    @Override
    public Map<String, List<TimedValue>> aggregates(
            TenantId tenant,
            EntityId entity,
            Collection<String> keys,
            Aggregation aggregation,
            TimeBuckets buckets) {
        return stored.aggregates(tenant, entity, keys, aggregation, buckets);
    }

    /** Values in memory have no message. */
    @Override
    public ValueOrigin origin(TenantId tenant, EntityId entity, String key, long ts) {
        if (!hasSeries(tenant, entity)) {
            return stored.origin(tenant, entity, key, ts);
        }
        Map<Long, Value> values = of(tenant, entity).get(key);
        return values == null || !values.containsKey(ts)
                ? new ValueOrigin.NoValue()
                : new ValueOrigin.Unknown();
    }

    @Override
    public Collection<String> attributeKeys(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes) {
        return attributes.containsKey(new Owner(tenant, entity))
                ? attributes(tenant, entity, scopes, List.of()).stream()
                        .map(attribute -> attribute.keyValue().key())
                        .distinct()
                        .toList()
                : stored.attributeKeys(tenant, entity, scopes);
    }

    @Override
    public List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys) {
        List<Scoped> kept = attributes.get(new Owner(tenant, entity));
        if (kept == null) {
            return stored.attributes(tenant, entity, scopes, keys);
        }
        return kept.stream()
                .filter(scoped -> scopes.contains(scoped.scope()))
                .map(Scoped::attribute)
                .filter(a -> keys.isEmpty() || keys.contains(a.keyValue().key()))
                .toList();
    }
}
