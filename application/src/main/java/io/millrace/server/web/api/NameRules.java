// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.Optional;
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

    /** What keeps a text, blank or not, from being a name or label; empty: nothing. */
    public static Optional<String> faultIn(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.of(
                    "expected at most %d characters, but got %d"
                            .formatted(MAX_LENGTH, text.length()));
        }
        if (MARKUP.matcher(text).find()) {
            return Optional.of("expected plain text, but it contains markup");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("expected plain text, but it contains control characters");
        }
        return Optional.empty();
    }

    private static String requireText(String field, String text) {
        faultIn(text)
                .ifPresent(fault -> {
                    throw ApiException.badRequest(field + ": " + fault);
                });
        return text;
    }
}
