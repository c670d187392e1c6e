// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.message.telemetry.TimeseriesPoint;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.TimedValue;
import java.util.List;
import java.util.Map;

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

    /** All latest values, by key. */
    record AllLatest(Map<String, TimedValue> values) implements Change {}

    /** All attributes; a scope without attributes is absent. */
    record AllAttributes(Map<AttributeScope, List<Attribute>> values) implements Change {}
}
