// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Describes the error in a path or query parameter. */
final class ParameterErrors {

    private ParameterErrors() {}

    static String describe(MethodArgumentTypeMismatchException mismatch) {
        return mismatch(mismatch.getName(), mismatch.getRequiredType(), mismatch.getValue());
    }

    /** @param type the type that the parameter has */
    static String mismatch(String name, @Nullable Class<?> type, @Nullable Object value) {
        return "%s: expected %s, got '%s'".formatted(name, kind(type), value);
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
