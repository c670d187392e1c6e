// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.geo;

import tools.jackson.databind.JsonNode;

/** Reads numbers of messages, as JSON numbers or strings. Errors name the value that is not a finite number. */
public final class Numbers {

    private Numbers() {}

    /**
     * Returns the number of a JSON value.
     *
     * @param name the name of the value, for the exception
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
     * Returns the number of a string.
     *
     * @param name the name of the value, for the exception
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
        return new IllegalArgumentException("%s: must be a number, not %s".formatted(name, got));
    }
}
