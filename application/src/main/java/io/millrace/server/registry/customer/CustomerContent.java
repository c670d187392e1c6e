// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.server.registry.contact.Contact;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What a caller decides about a customer; checked. */
record CustomerContent(String title, Contact contact, @Nullable JsonNode additionalInfo) {

    Map<String, @Nullable Object> values() {
        Map<String, @Nullable Object> values = new HashMap<>(contact.params());
        values.put("title", title);
        values.put("additional_info", additionalInfo);
        return values;
    }
}
