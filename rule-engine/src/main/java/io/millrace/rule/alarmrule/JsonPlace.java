// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.alarmrule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A value in a JSON document with its place, which begins the messages about its faults. */
record JsonPlace(String place, JsonNode json) {

    static JsonPlace of(String place, JsonNode json) {
        return new JsonPlace(place, json);
    }

    AlarmRuleFaultException fault(String problem) {
        return new AlarmRuleFaultException(place, problem);
    }

    /** True if the value is missing or null. */
    boolean isAbsent() {
        return json.isMissingNode() || json.isNull();
    }

    /** Returns a property of this object. */
    JsonPlace at(String name) {
        return new JsonPlace(place + "." + name, json.path(name));
    }

    /** Returns the properties of this object by their names. */
    Map<String, JsonPlace> properties() {
        require(json.isObject(), "a JSON object");
        Map<String, JsonPlace> properties = new LinkedHashMap<>();
        json.propertyNames().forEach(name -> properties.put(name, at(name)));
        return properties;
    }

    /** Returns the elements of this array. */
    List<JsonPlace> elements() {
        require(json.isArray(), "an array");
        List<JsonPlace> elements = new ArrayList<>(json.size());
        for (int i = 0; i < json.size(); i++) {
            elements.add(new JsonPlace("%s[%d]".formatted(place, i), json.get(i)));
        }
        return elements;
    }

    JsonPlace object() {
        require(json.isObject(), "a JSON object");
        return this;
    }

    /** Returns this text, which must not be blank. */
    String text() {
        require(json.isString() && !json.stringValue().isBlank(), "a text that is not blank");
        return json.stringValue();
    }

    /** Returns this text, or null if it is absent. */
    @Nullable String optionalText() {
        if (isAbsent()) {
            return null;
        }
        require(json.isString(), "a text");
        return json.stringValue();
    }

    /** Returns this Boolean; false if it is absent. */
    boolean flag() {
        require(isAbsent() || json.isBoolean(), "true or false");
        return json.asBoolean(false);
    }

    /** Returns this whole number, which may be written as a text. */
    long integer(long least, long greatest) {
        try {
            long number =
                    json.isString()
                            ? Long.parseLong(json.stringValue())
                            : json.isNumber() && json.canConvertToExactIntegral()
                                    ? json.asLong(Long.MIN_VALUE)
                                    : Long.MIN_VALUE;
            if (number >= least && number <= greatest) {
                return number;
            }
        } catch (NumberFormatException _) {
            // The fault below names the text.
        }
        throw fault(
                "must be a whole number from %d to %s, but is %s"
                        .formatted(
                                least,
                                greatest == Long.MAX_VALUE ? "2^63 - 1" : greatest,
                                shown()));
    }

    /** Returns the constant that this text names. */
    <E extends Enum<E>> E oneOf(Class<E> type) {
        E[] constants = type.getEnumConstants();
        String name = json.asString("");
        for (E constant : constants) {
            if (constant.name().equals(name)) {
                return constant;
            }
        }
        throw fault("must be one of %s, but is %s".formatted(Arrays.toString(constants), shown()));
    }

    void require(boolean correct, String what) {
        if (!correct) {
            throw fault("must be %s, but is %s".formatted(what, shown()));
        }
    }

    private String shown() {
        return json.isMissingNode()
                ? "missing"
                : json.isString()
                        ? Excerpt.of(json.stringValue())
                        : json.isContainer()
                                ? json.isArray() ? "an array" : "an object"
                                : json.toString();
    }
}
