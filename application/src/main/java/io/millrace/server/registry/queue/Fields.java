// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/** Reads the fields of a JSON object. What cannot be read becomes a fault. A field that is null is as good as none. */
final class Fields {

    private static final int MAX_SHOWN = 100;

    private final JsonNode object;
    private final String path;
    private final List<String> faults;

    /**
     * @param path stands before the names of fields in faults
     * @param faults where to add them
     */
    Fields(JsonNode object, String path, List<String> faults) {
        this.object = object;
        this.path = path;
        this.faults = faults;
    }

    private Optional<JsonNode> find(String name) {
        return object.optional(name).filter(value -> !value.isNull());
    }

    boolean has(String name) {
        return find(name).isPresent();
    }

    /** A text; empty where there is none. */
    Optional<String> text(String name) {
        Optional<JsonNode> value = find(name);
        value.filter(found -> !found.isString())
                .ifPresent(found -> expected(name, "a text", found));
        return value.filter(JsonNode::isString).map(JsonNode::stringValue);
    }

    /** True or false. */
    boolean flag(String name, boolean absent) {
        Optional<JsonNode> value = find(name);
        value.filter(found -> !found.isBoolean())
                .ifPresent(found -> expected(name, "true or false", found));
        return value.filter(JsonNode::isBoolean).map(JsonNode::booleanValue).orElse(absent);
    }

    /** A whole number within bounds. */
    int whole(String name, int absent, int least, int most) {
        Optional<JsonNode> value = find(name);
        if (value.isEmpty()) {
            return absent;
        }
        JsonNode found = value.get();
        if (found.isIntegralNumber()
                && found.canConvertToInt()
                && found.intValue() >= least
                && found.intValue() <= most) {
            return found.intValue();
        }
        expected(name, "a whole number from %d to %d".formatted(least, most), found);
        return absent;
    }

    /** A number from 0 to 100. */
    double percentage(String name) {
        Optional<JsonNode> value = find(name);
        if (value.isEmpty()) {
            return 0;
        }
        JsonNode found = value.get();
        if (found.isNumber() && found.doubleValue() >= 0 && found.doubleValue() <= 100) {
            return found.doubleValue();
        }
        expected(name, "a number from 0 to 100", found);
        return 0;
    }

    /** One of some names, which must be there. */
    <T> Optional<T> choice(String name, Map<String, T> choices) {
        Optional<JsonNode> value = find(name);
        Optional<T> chosen =
                value.filter(JsonNode::isString)
                        .flatMap(found -> Optional.ofNullable(choices.get(found.stringValue())));
        if (chosen.isEmpty()) {
            expected(
                    name,
                    "one of " + String.join(", ", choices.keySet()),
                    value.orElse(MissingNode.getInstance()));
        }
        return chosen;
    }

    /** The fields of an object that must be there; without any where it is not. */
    Fields object(String name) {
        JsonNode value = object.path(name);
        if (!value.isObject()) {
            expected(name, "a JSON object", value);
        }
        return new Fields(value, path + name + ".", faults);
    }

    /** A JSON object; empty where there is none. */
    Optional<JsonNode> tree(String name) {
        Optional<JsonNode> value = find(name);
        value.filter(found -> !found.isObject())
                .ifPresent(found -> expected(name, "a JSON object", found));
        return value.filter(JsonNode::isObject);
    }

    private void expected(String name, String what, JsonNode found) {
        fault(
                name,
                "expected "
                        + what
                        + (found.isMissingNode() || found.isNull()
                                ? "; it is missing"
                                : ", got " + abbreviated(found.toString())));
    }

    /** Adds a fault of a field. */
    void fault(String name, String what) {
        faults.add(path + name + ": " + what);
    }

    private static String abbreviated(String text) {
        return text.length() <= MAX_SHOWN ? text : text.substring(0, MAX_SHOWN) + "…";
    }
}
