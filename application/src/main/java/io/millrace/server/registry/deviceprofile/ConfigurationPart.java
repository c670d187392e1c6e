// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A part of a profile's data whose type the profile repeats as a property of its own. */
final class ConfigurationPart {

    private ConfigurationPart() {}

    /**
     * Returns the part, or empty if the data has none.
     *
     * @throws ApiException (400) if it is not an object
     */
    static Optional<ObjectNode> of(String name, ObjectNode data) {
        JsonNode part = data.path(name);
        if (isAbsent(part)) {
            return Optional.empty();
        }
        if (part instanceof ObjectNode object) {
            return Optional.of(object);
        }
        throw ApiException.badRequest(
                "profileData.%s: must be a JSON object, not %s"
                        .formatted(name, part.getNodeType()));
    }

    /**
     * Returns the type that the property and the part name; the first of the types if neither does.
     *
     * @param property name of the property
     * @param given value of the property; null or empty: none
     * @throws ApiException (400) if they differ, or the type is not among the available ones
     */
    static String type(
            String property,
            @Nullable String given,
            String path,
            Optional<ObjectNode> part,
            List<String> types) {
        String inside = part.map(each -> each.path("type").asString("")).orElse("");
        String outside = given == null ? "" : given;
        if (!outside.isEmpty() && !inside.isEmpty() && !outside.equals(inside)) {
            throw ApiException.badRequest(
                    "%s.type: must be %s, the value of %s, but is %s"
                            .formatted(path, outside, property, inside));
        }
        String type = !outside.isEmpty() ? outside : !inside.isEmpty() ? inside : types.getFirst();
        if (!types.contains(type)) {
            throw ApiException.badRequest(
                    "%s: %s is not available. Allowed: %s"
                            .formatted(property, type, String.join(", ", types)));
        }
        return type;
    }

    static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
