// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.api;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What a name or label that people type may look like. */
public final class NameRules {

    private static final int MAX_LENGTH = 255;
    private static final Pattern MARKUP = Pattern.compile("<[A-Za-z/!?]");

    private NameRules() {}

    /**
     * A name that must be there.
     *
     * @throws ApiException (400) where it is blank, longer than 255 characters, or holds markup or control characters
     */
    public static String requireName(String field, @Nullable String name) {
        if (name == null || name.isBlank()) {
            throw ApiException.badRequest(field + ": expected a name, but it is missing or blank");
        }
        return requireText(field, name);
    }

    /** A text that may be missing; where it is there, the limits of {@link #requireName} hold. */
    public static @Nullable String optionalText(String field, @Nullable String text) {
        return text == null ? null : requireText(field, text);
    }

    private static String requireText(String field, String text) {
        if (text.length() > MAX_LENGTH) {
            throw ApiException.badRequest(
                    "%s: expected at most %d characters, but got %d"
                            .formatted(field, MAX_LENGTH, text.length()));
        }
        if (MARKUP.matcher(text).find()) {
            throw ApiException.badRequest(field + ": expected plain text, but it contains markup");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            throw ApiException.badRequest(
                    field + ": expected plain text, but it contains control characters");
        }
        return text;
    }
}
