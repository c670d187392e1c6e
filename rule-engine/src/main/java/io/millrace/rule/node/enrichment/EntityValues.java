// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.message.telemetry.Value.JsonValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.AttributeStore;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Fetches values of an entity by their keys. */
@FunctionalInterface
interface EntityValues {

    /** Returns the values of those keys that have one. */
    CompletionStage<Map<String, @Nullable Value>> of(
            TenantId tenant, EntityId entity, Set<String> keys);

    /** Attributes of one scope. */
    static EntityValues attributes(AttributeStore store, AttributeScope scope) {
        return (tenant, entity, keys) ->
                store.find(tenant, entity, scope, keys)
                        .thenApply(found ->
                                found.stream()
                                        .map(Attribute::keyValue)
                                        .collect(
                                                Collectors.toMap(
                                                        attribute -> attribute.key(),
                                                        attribute -> attribute.value())));
    }

    /** Latest values of time series. */
    static EntityValues latest(TimeseriesReads timeseries) {
        return latest(timeseries, TimedValue::value);
    }

    /** Latest values of time series, each as a JSON object {@code {"ts": millis, "value": value}}. */
    static EntityValues latestWithTime(TimeseriesReads timeseries) {
        return latest(
                timeseries, latest -> new JsonValue(TimedValueJson.object(latest).toString()));
    }

    private static EntityValues latest(
            TimeseriesReads timeseries, Function<TimedValue, Value> value) {
        return (tenant, entity, keys) ->
                timeseries
                        .latest(tenant, entity, keys)
                        .thenApply(found -> {
                            Map<String, @Nullable Value> values = new HashMap<>();
                            found.forEach((key, latest) -> values.put(key, value.apply(latest)));
                            return values;
                        });
    }

    /** Returns the same, with null for each key that has no value. */
    default EntityValues orNull() {
        return (tenant, entity, keys) ->
                of(tenant, entity, keys)
                        .thenApply(found -> {
                            Map<String, @Nullable Value> values = new HashMap<>(found);
                            keys.forEach(key -> values.putIfAbsent(key, null));
                            return values;
                        });
    }
}
