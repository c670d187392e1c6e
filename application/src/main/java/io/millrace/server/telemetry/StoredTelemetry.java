// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Attribute;
import io.millrace.server.attribute.AttributeReader;
import io.millrace.server.timeseries.TimeseriesReader;
import io.millrace.server.timeseries.TimeseriesValue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads telemetry where it is stored: in PostgreSQL. */
public final class StoredTelemetry implements TelemetryReads {

    private final TimeseriesReader series;
    private final AttributeReader attributes;

    public StoredTelemetry(TimeseriesReader series, AttributeReader attributes) {
        this.series = series;
        this.attributes = attributes;
    }

    @Override
    public Collection<String> timeseriesKeys(TenantId tenant, EntityId entity) {
        return series.keys(tenant, entity);
    }

    @Override
    public Map<String, TimedValue> latest(
            TenantId tenant, EntityId entity, Collection<String> keys) {
        Map<String, TimedValue> latest = new LinkedHashMap<>();
        Map<String, TimeseriesValue> found =
                keys.isEmpty()
                        ? series.latest(tenant, entity)
                        : series.latest(tenant, entity, keys);
        found.forEach((key, value) -> latest.put(key, timed(value)));
        return latest;
    }

    @Override
    public Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, RangeQuery query) {
        Map<String, List<TimedValue>> range = new LinkedHashMap<>();
        series.range(tenant, entity, stored(query))
                .forEach((key, values) ->
                        range.put(key, values.stream().map(StoredTelemetry::timed).toList()));
        return range;
    }

    private static TimedValue timed(TimeseriesValue value) {
        return new TimedValue(value.ts(), value.value());
    }

    private static io.millrace.server.timeseries.RangeQuery stored(RangeQuery query) {
        var order =
                switch (query.order()) {
                    case ASC -> io.millrace.server.timeseries.RangeQuery.Order.ASC;
                    case DESC -> io.millrace.server.timeseries.RangeQuery.Order.DESC;
                };
        return new io.millrace.server.timeseries.RangeQuery(
                query.keys(), query.startTs(), query.endTs(), query.limit(), order);
    }

    @Override
    public List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys) {
        return attributes.attributes(tenant, entity).entrySet().stream()
                .filter(scope -> scopes.contains(scope.getKey()))
                .flatMap(scope -> scope.getValue().stream())
                .filter(a -> keys.isEmpty() || keys.contains(a.keyValue().key()))
                .toList();
    }
}
