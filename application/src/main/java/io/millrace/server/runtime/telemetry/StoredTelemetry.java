// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.store.attribute.AttributeReader;
import io.millrace.server.store.timeseries.TimeBuckets;
import io.millrace.server.store.timeseries.TimeseriesReader;
import io.millrace.server.store.timeseries.ValueOrigin;
import io.millrace.server.web.api.ApiException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** Reads telemetry from PostgreSQL. */
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
        return bounded(
                "keys",
                () ->
                        keys.isEmpty()
                                ? series.latest(tenant, entity)
                                : series.latest(tenant, entity, keys));
    }

    @Override
    public Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, Range range) {
        return bounded("range", () -> series.range(tenant, entity, range));
    }

    /** @param parameter the parameter that an error names */
    private static <T> T bounded(String parameter, Supplier<T> read) {
        try {
            return read.get();
        } catch (StoreException tooLarge) {
            throw ApiException.badRequest(parameter + ": " + tooLarge.getMessage());
        }
    }

    @Override
    public Map<String, List<TimedValue>> aggregates(
            TenantId tenant,
            EntityId entity,
            Collection<String> keys,
            Aggregation aggregation,
            TimeBuckets buckets) {
        return series.aggregates(tenant, entity, keys, aggregation, buckets);
    }

    @Override
    public ValueOrigin origin(TenantId tenant, EntityId entity, String key, long ts) {
        return series.origin(tenant, entity, key, ts);
    }

    @Override
    public Collection<String> attributeKeys(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes) {
        return attributes.keys(tenant, entity, scopes);
    }

    @Override
    public List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys) {
        Set<String> wanted = Set.copyOf(keys);
        return bounded("keys", () -> attributes.attributes(tenant, entity, scopes, wanted))
                .values()
                .stream()
                .flatMap(List::stream)
                .toList();
    }
}
