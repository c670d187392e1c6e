// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.store.timeseries.TimeBuckets;
import io.millrace.server.store.timeseries.ValueOrigin;
import io.millrace.server.web.api.ApiException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads stored telemetry for REST, including every acknowledged write. Calls block. The caller has checked that the
 * entity belongs to the tenant. Reads of values throw {@link ApiException} (400) if the values are too large for one
 * answer.
 */
public interface TelemetryReads {

    /** Returns the keys that have a latest value. */
    Collection<String> timeseriesKeys(TenantId tenant, EntityId entity);

    /** Returns the latest values by key; of all keys if none is named. Keys without a value are absent. */
    Map<String, TimedValue> latest(TenantId tenant, EntityId entity, Collection<String> keys);

    /** Returns the values of a range by key, in the order of the range. Keys without values are absent. */
    Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, Range range);

    /**
     * Returns the aggregate of each time bucket that has values, by key, the earliest first. Keys without values are
     * absent.
     */
    Map<String, List<TimedValue>> aggregates(
            TenantId tenant,
            EntityId entity,
            Collection<String> keys,
            Aggregation aggregation,
            TimeBuckets buckets);

    /**
     * Returns where a value of a time series came from.
     *
     * @param ts milliseconds since the epoch
     */
    ValueOrigin origin(TenantId tenant, EntityId entity, String key, long ts);

    /** Returns the keys of the attributes in the given scopes, each once. */
    Collection<String> attributeKeys(TenantId tenant, EntityId entity, Set<AttributeScope> scopes);

    /** Returns the attributes in the given scopes; all attributes if no key is named. */
    List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys);
}
