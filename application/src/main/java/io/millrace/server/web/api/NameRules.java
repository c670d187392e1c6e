// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import io.millrace.server.platform.jsonb.JsonbValues;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks names and labels that users enter. */
public final class NameRules {

    private static final int MAX_LENGTH = 255;
    private static final Pattern MARKUP = Pattern.compile("<[A-Za-z/!?]");

    private NameRules() {}

    /**
     * Returns the name if it is present and valid.
     *
     * @throws ApiException (400) if the name is missing, blank, longer than 255 characters, or contains markup or
     *     control characters
     */
    public static String requireName(String field, @Nullable String name) {
        if (name == null || name.isBlank()) {
            throw ApiException.badRequest(field + ": expected a name; it is missing or blank");
        }
        return requireText(field, name);
    }

    /** Returns an optional text. If present, it has the limits of {@link #requireName}, but may be blank. */
    public static @Nullable String optionalText(String field, @Nullable String text) {
        return text == null ? null : requireText(field, text);
    }

    /** Returns the reason why a text, blank or not, is not a valid name or label; empty if it is valid. */
    public static Optional<String> faultIn(String text) {
        if (text.length() > MAX_LENGTH) {
            return Optional.of(
                    "expected at most %d characters, got %d".formatted(MAX_LENGTH, text.length()));
        }
        if (MARKUP.matcher(text).find()) {
            return Optional.of("expected plain text; it contains markup");
        }
        if (text.chars().anyMatch(Character::isISOControl)) {
            return Optional.of("expected plain text; it contains control characters");
        }
        if (!JsonbValues.isStorable(text)) {
            return Optional.of("expected plain text; it contains half of a surrogate pair");
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
