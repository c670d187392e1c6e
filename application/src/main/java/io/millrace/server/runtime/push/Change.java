// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** New values of a watched entity. */
sealed interface Change {

    /** Stored points. */
    record Points(List<TimeseriesPoint> points) implements Change {}

    /**
     * Stored attributes.
     *
     * @param updatedAt milliseconds since the epoch
     */
    record Attributes(AttributeScope scope, List<KeyValue> values, long updatedAt)
            implements Change {}

    /** Values as they were read. What was asked for and is missing does not exist. */
    sealed interface Current extends Change {

        /** The keys that were asked for; empty for all keys. */
        Set<String> keys();
    }

    /** The latest values, by key. */
    record CurrentLatest(Set<String> keys, Map<String, TimedValue> values) implements Current {}

    /** The attributes; a scope without attributes is absent. */
    record CurrentAttributes(Set<String> keys, Map<AttributeScope, List<Attribute>> values)
            implements Current {}
}
