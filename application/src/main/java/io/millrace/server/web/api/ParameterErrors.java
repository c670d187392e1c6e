// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.method.annotation.MethodArgumentTypeMismatchException;

/** Describes the error in a path or query parameter. */
final class ParameterErrors {

    private ParameterErrors() {}

    static String describe(MethodArgumentTypeMismatchException mismatch) {
        return "%s: expected %s, but got '%s'"
                .formatted(
                        mismatch.getName(), kind(mismatch.getRequiredType()), mismatch.getValue());
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
