// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.telemetry;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Range;
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
    Map<String, List<TimedValue>> range(TenantId tenant, EntityId entity, Range range);

    /** The attributes in any of the scopes; all where no key is named. */
    List<Attribute> attributes(
            TenantId tenant, EntityId entity, Set<AttributeScope> scopes, Collection<String> keys);
}
