// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads the properties of a JSON object, with errors that name the position in the document. A null property counts as
 * absent.
 */
final class JsonProperties {

    private final JsonNode object;
    private final String path;

    JsonProperties(JsonNode object, String path) {
        if (!object.isObject()) {
            throw new IllegalArgumentException(
                    "%s: expected an object, got %s"
                            .formatted(path.isEmpty() ? "document" : path, kind(object)));
        }
        this.object = object;
        this.path = path;
    }

    JsonProperties object(String name) {
        JsonNode value = object.path(name);
        return new JsonProperties(value, pathOf(name));
    }

    List<JsonProperties> objects(String name) {
        List<JsonProperties> elements = new ArrayList<>();
        JsonNode array = raw(name);
        if (array == null) {
            return elements;
        }
        if (!array.isArray()) {
            throw wrong(name, "a list", array);
        }
        for (int i = 0; i < array.size(); i++) {
            elements.add(new JsonProperties(array.get(i), "%s[%d]".formatted(pathOf(name), i)));
        }
        return elements;
    }

    @Nullable JsonNode raw(String name) {
        JsonNode value = object.get(name);
        return value == null || value.isNull() ? null : value;
    }

    @Nullable String text(String name) {
        JsonNode value = raw(name);
        if (value == null) {
            return null;
        }
        if (!value.isString()) {
            throw wrong(name, "a text", value);
        }
        return value.asString();
    }

    String textOr(String name, String otherwise) {
        String text = text(name);
        return text == null ? otherwise : text;
    }

    @Nullable Long number(String name) {
        JsonNode value = raw(name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw wrong(name, "an integral number", value);
        }
        return value.asLong();
    }

    @Nullable Integer index(String name) {
        Long number = number(name);
        if (number == null) {
            return null;
        }
        if (number != number.intValue()) {
            throw new IllegalArgumentException(
                    "%s: expected an index, got %d".formatted(pathOf(name), number));
        }
        return number.intValue();
    }

    int requiredIndex(String name) {
        Integer index = index(name);
        if (index == null) {
            throw new IllegalArgumentException(
                    "%s: expected an index; there is none".formatted(pathOf(name)));
        }
        return index;
    }

    boolean flag(String name) {
        JsonNode value = raw(name);
        if (value == null) {
            return false;
        }
        if (!value.isBoolean()) {
            throw wrong(name, "true or false", value);
        }
        return value.asBoolean();
    }

    /** Reads an id, as an object with {@code entityType} and {@code id} or as plain text. */
    <T> @Nullable T id(String name, Function<UUID, T> type) {
        JsonNode value = raw(name);
        if (value == null) {
            return null;
        }
        JsonNode text = value.isObject() ? value.path("id") : value;
        try {
            return type.apply(UUID.fromString(text.asString("")));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "%s: expected an id, got %s".formatted(pathOf(name), value), e);
        }
    }

    String pathOf(String name) {
        return path.isEmpty() ? name : path + "." + name;
    }

    private IllegalArgumentException wrong(String name, String expected, JsonNode value) {
        return new IllegalArgumentException(
                "%s: expected %s, got %s".formatted(pathOf(name), expected, kind(value)));
    }

    private static String kind(JsonNode value) {
        return value.isMissingNode()
                ? "nothing"
                : value.getNodeType().name().toLowerCase(Locale.ROOT);
    }
}
