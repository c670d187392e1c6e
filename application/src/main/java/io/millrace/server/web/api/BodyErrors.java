// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.message.JsonErrors;
import java.util.Arrays;
import java.util.Collection;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.converter.HttpMessageNotReadableException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.MismatchedInputException;

/** Describes the error in a request's body and its position, without internal class names. */
public final class BodyErrors {

    private BodyErrors() {}

    static String describe(HttpMessageNotReadableException unreadable) {
        return unreadable.getCause() instanceof JacksonException problem
                ? describe(problem)
                : "The request needs a JSON body; it is missing or unreadable";
    }

    /** Describes an error in JSON and its position. */
    public static String describe(JacksonException problem) {
        return switch (problem) {
            case InvalidFormatException format ->
                    "%s: expected %s, got '%s'"
                            .formatted(
                                    field(format), kind(format.getTargetType()), format.getValue());
            case MismatchedInputException mismatch -> describe(mismatch);
            default ->
                    "The body is not valid JSON%s: %s"
                            .formatted(place(problem.getLocation()), JsonErrors.describe(problem));
        };
    }

    private static String describe(MismatchedInputException mismatch) {
        String own = mismatch.getOriginalMessage();
        String text =
                own.startsWith("expected ") ? own : "expected " + kind(mismatch.getTargetType());
        return "%s: %s%s".formatted(field(mismatch), text, place(mismatch.getLocation()));
    }

    /** Returns the path of the field, such as {@code device.version} or {@code nodes[0].name}. */
    private static String field(JacksonException problem) {
        StringBuilder path = new StringBuilder();
        for (JacksonException.Reference step : problem.getPath()) {
            if (step.getPropertyName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getPropertyName());
            }
        }
        return path.isEmpty() ? "body" : path.toString();
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == null) {
            return "another kind of value";
        }
        if (type.isEnum()) {
            return "one of " + Arrays.toString(type.getEnumConstants());
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        if (Number.class.isAssignableFrom(type) || type.isPrimitive()) {
            return "a number";
        }
        if (type == UUID.class) {
            return "a UUID";
        }
        if (type == String.class) {
            return "a text";
        }
        if (Collection.class.isAssignableFrom(type) || type.isArray()) {
            return "a JSON array";
        }
        return "a JSON object";
    }

    private static String place(@Nullable TokenStreamLocation location) {
        return location == null || location.getLineNr() < 1
                ? ""
                : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
    }
}
