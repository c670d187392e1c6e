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
 * A place where two JSON documents differ.
 *
 * @param pointer the place, as a JSON pointer (RFC 6901)
 * @param before what stands there in the first document; null, and left out in JSON: nothing, not even JSON null
 * @param after what stands there in the second one; likewise
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JsonChange(
        String pointer,
        @JsonProperty("old") @Nullable JsonNode before,
        @JsonProperty("new") @Nullable JsonNode after) {

    /** All places where two documents differ, each as deep inside as can be. Lists are compared place by place. */
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
