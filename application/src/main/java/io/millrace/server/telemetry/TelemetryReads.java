// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.rule.store.Attribute;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What REST reads of stored telemetry. Calls block; every write that was acknowledged before is seen. The caller has
 * made sure that the entity is the tenant's.
 */
public interface TelemetryReads {

    /** The keys that have a latest value. */
    Collection<String> timeseriesKeys(TenantId tenant, EntityId entity);

    /** The latest values by key; of all keys where none is named. Keys without a value are absent. */
    Map<String, TimedValue> latest(TenantId tenant, EntityId entity, Collection<String> keys);

    /** The values of a range by key, in its order. Keys without values are absent. */
    Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, RangeQuery query);

    /** The attributes in any of the scopes; all where no key is named. */
    List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys);

    /**
     * A value at its time.
     *
     * @param ts milliseconds since the epoch
     */
    record TimedValue(long ts, Value value) {}

    /**
     * Which values are wanted.
     *
     * @param keys each once
     * @param startTs first time stamp, in milliseconds since the epoch
     * @param endTs the time stamp after the last one
     * @param limit most values per key, from the beginning of the order
     */
    record RangeQuery(List<String> keys, long startTs, long endTs, int limit, Order order) {

        public RangeQuery {
            keys = List.copyOf(keys);
        }
    }

    /** By time: oldest first, or newest first. */
    enum Order {
        ASC,
        DESC
    }
}
