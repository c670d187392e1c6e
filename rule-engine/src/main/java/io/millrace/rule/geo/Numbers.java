// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import tools.jackson.databind.JsonNode;

/** Reads numbers that messages tell as JSON numbers or as texts. What is no finite number is refused by its name. */
public final class Numbers {

    private Numbers() {}

    /**
     * The number of a JSON value.
     *
     * @param name what the number is, for what the exception says
     */
    public static double of(String name, JsonNode value) {
        if (value.isNumber()) {
            return finite(name, value.doubleValue(), value.toString());
        }
        if (value.isString()) {
            return of(name, value.stringValue());
        }
        throw refusal(name, value.toString());
    }

    /**
     * The number that a text spells.
     *
     * @param name what the number is, for what the exception says
     */
    public static double of(String name, String text) {
        try {
            return finite(name, Double.parseDouble(text.strip()), text);
        } catch (NumberFormatException e) {
            throw refusal(name, "\"%s\"".formatted(text));
        }
    }

    private static double finite(String name, double value, String text) {
        if (!Double.isFinite(value)) {
            throw refusal(name, text);
        }
        return value;
    }

    private static IllegalArgumentException refusal(String name, String got) {
        return new IllegalArgumentException(
                "%s: expected a number, but got %s".formatted(name, got));
    }
}
