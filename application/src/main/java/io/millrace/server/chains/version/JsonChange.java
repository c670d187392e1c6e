// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A difference between two JSON documents.
 *
 * @param pointer position of the difference, as a JSON pointer (RFC 6901)
 * @param before the value in the first document; null, and omitted in JSON, if the document has no value there, not
 *     even a JSON null
 * @param after the value in the second document; null likewise
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JsonChange(
        String pointer,
        @JsonProperty("old") @Nullable JsonNode before,
        @JsonProperty("new") @Nullable JsonNode after) {

    /** Returns all differences between two documents, each at the deepest level. Arrays are compared index by index. */
    static List<JsonChange> between(JsonNode before, JsonNode after) {
        List<JsonChange> changes = new ArrayList<>();
        compare("", before, after, changes);
        return changes;
    }

    private static void compare(
            String pointer,
            @Nullable JsonNode before,
            @Nullable JsonNode after,
            List<JsonChange> changes) {
        if (before instanceof ObjectNode one && after instanceof ObjectNode other) {
            Set<String> names = new LinkedHashSet<>(one.propertyNames());
            names.addAll(other.propertyNames());
            for (String name : names) {
                compare(pointer + "/" + escaped(name), one.get(name), other.get(name), changes);
            }
        } else if (before != null && before.isArray() && after != null && after.isArray()) {
            for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
                compare(pointer + "/" + i, before.get(i), after.get(i), changes);
            }
        } else if (before == null ? after != null : !before.equals(after)) {
            changes.add(new JsonChange(pointer, before, after));
        }
    }

    private static String escaped(String name) {
        return name.replace("~", "~0").replace("/", "~1");
    }
}
