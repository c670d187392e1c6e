// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.telemetry.KeyValue;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The attributes that answer a request; attributes that do not exist are missing. */
public record AttributeValues(List<KeyValue> client, List<KeyValue> shared) {

    public AttributeValues {
        client = List.copyOf(client);
        shared = List.copyOf(shared);
    }

    /** Returns {@code {"client": {…}, "shared": {…}}}, without a part that has no attributes. */
    public byte[] json() {
        ObjectNode answer = JsonMapper.shared().createObjectNode();
        addTo(answer, "client", client);
        addTo(answer, "shared", shared);
        return answer.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static void addTo(ObjectNode answer, String part, List<KeyValue> values) {
        if (!values.isEmpty()) {
            answer.set(part, object(values));
        }
    }

    /** Returns the values as one object. */
    public static ObjectNode object(List<KeyValue> values) {
        ObjectNode object = JsonMapper.shared().createObjectNode();
        values.forEach(value -> object.set(value.key(), value.value().asJson()));
        return object;
    }
}
