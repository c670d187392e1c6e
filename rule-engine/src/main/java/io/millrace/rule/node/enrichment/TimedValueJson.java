// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.enrichment;

import io.millrace.rule.store.TimedValue;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A value and its time, as nodes write them for scripts. */
final class TimedValueJson {

    private TimedValueJson() {}

    /** {@code {"ts": millis, "value": value}}, the value with its type. */
    static ObjectNode object(TimedValue value) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("ts", value.ts());
        object.set("value", value.value().asJson());
        return object;
    }
}
