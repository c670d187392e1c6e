// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import io.millrace.server.web.api.ApiException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

/**
 * A field of the JSON in a request. The methods return a valid value or throw an {@link ApiException} (400) with the
 * path, the expected value and the actual one. The JSON {@code null} counts as a missing field.
 *
 * @param path names the field in errors
 */
record JsonField(JsonNode value, String path) {

    private static final int MAX_SAID = 100;

    static JsonField of(String name, @Nullable JsonNode value) {
        return new JsonField(value == null ? MissingNode.getInstance() : value, name);
    }

    JsonField get(String key) {
        return new JsonField(value.path(key), path + "." + key);
    }

    boolean isAbsent() {
        return value.isMissingNode() || value.isNull();
    }

    JsonField requireObject() {
        if (!value.isObject()) {
            throw refused("a JSON object");
        }
        return this;
    }

    /** The elements of an array; empty if the field is missing. */
    List<JsonField> elements() {
        if (isAbsent()) {
            return List.of();
        }
        if (!value.isArray()) {
            throw refused("a JSON array");
        }
        return IntStream.range(0, value.size())
                .mapToObj(i -> new JsonField(value.get(i), "%s[%d]".formatted(path, i)))
                .toList();
    }

    String requireText() {
        if (!value.isString() || value.stringValue().isBlank()) {
            throw refused("a text");
        }
        return value.stringValue();
    }

    boolean bool(boolean otherwise) {
        if (isAbsent()) {
            return otherwise;
        }
        if (!value.isBoolean()) {
            throw refused("true or false");
        }
        return value.booleanValue();
    }

    /** A whole number of at least {@code min}. */
    int requireInt(int min) {
        if (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < min) {
            throw refused("a whole number of %d or more".formatted(min));
        }
        return value.intValue();
    }

    int intOr(int otherwise, int min) {
        return isAbsent() ? otherwise : requireInt(min);
    }

    /** A number from 0 to 100, or {@code otherwise} if the field is missing. */
    double percentOr(double otherwise) {
        if (isAbsent()) {
            return otherwise;
        }
        if (!value.isNumber() || !(value.doubleValue() >= 0 && value.doubleValue() <= 100)) {
            throw refused("a number from 0 to 100");
        }
        return value.doubleValue();
    }

    <E extends Enum<E>> E requireOneOf(Class<E> type) {
        String text = value.isString() ? value.stringValue() : "";
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> constant.name().equals(text))
                .findFirst()
                .orElseThrow(() -> refused("one of " + Arrays.toString(type.getEnumConstants())));
    }

    ApiException refused(String expected) {
        return ApiException.badRequest("%s: expected %s%s".formatted(path, expected, whatCame()));
    }

    private String whatCame() {
        if (isAbsent()) {
            return "; it is missing";
        }
        String text = value.isContainer() ? value.getNodeType().name() : value.toString();
        return ", got " + (text.length() > MAX_SAID ? text.substring(0, MAX_SAID) + "..." : text);
    }
}
