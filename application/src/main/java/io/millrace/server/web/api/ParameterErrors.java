// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Arrays;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.TypeMismatchException;
import org.springframework.validation.BindException;
import org.springframework.validation.FieldError;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Describes the error in a path or query parameter. */
final class ParameterErrors {

    private ParameterErrors() {}

    static String describe(MethodArgumentTypeMismatchException mismatch) {
        return "%s: expected %s, but got '%s'"
                .formatted(
                        mismatch.getName(), kind(mismatch.getRequiredType()), mismatch.getValue());
    }

    /** Describes the errors in query parameters that are bound together to one object. */
    static String describe(BindException failure) {
        return failure.getFieldErrors().stream()
                .map(ParameterErrors::describe)
                .collect(Collectors.joining("; "));
    }

    private static String describe(FieldError error) {
        return error.contains(TypeMismatchException.class)
                ? "%s: expected %s, but got '%s'"
                        .formatted(
                                error.getField(),
                                kind(error.unwrap(TypeMismatchException.class).getRequiredType()),
                                error.getRejectedValue())
                : "%s: %s".formatted(error.getField(), error.getDefaultMessage());
    }

    /**
     * Returns whether the mismatch is a segment of the path that cannot be meant as an id, such as {@code types} in
     * {@code /api/device/types}: the path is unknown, and the id is not malformed.
     */
    static boolean isWordInPlaceOfId(MethodArgumentTypeMismatchException mismatch) {
        return mismatch.getRequiredType() == UUID.class
                && mismatch.getParameter().hasParameterAnnotation(PathVariable.class)
                && String.valueOf(mismatch.getValue()).chars().allMatch(Character::isLetter);
    }

    private static String kind(@Nullable Class<?> type) {
        if (type == UUID.class) {
            return "a UUID";
        }
        if (type != null && type.isEnum()) {
            return "one of " + Arrays.toString(type.getEnumConstants());
        }
        if (type == Boolean.class || type == boolean.class) {
            return "true or false";
        }
        return "a number";
    }
}
