// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.rule.store.TimedValue;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Writes a value and its time as JSON for scripts. */
final class TimedValueJson {

    private TimedValueJson() {}

    /** Returns {@code {"ts": millis, "value": value}}, with the value's type. */
    static ObjectNode object(TimedValue value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("ts", value.ts());
        object.set("value", value.value().asJson());
        return object;
    }
}
