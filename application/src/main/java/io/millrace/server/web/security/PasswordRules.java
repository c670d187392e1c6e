// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.server.web.api.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The rules that a new password must satisfy. */
final class PasswordRules {

    private static final int MIN_CHARACTERS = 6;

    /** BCrypt ignores all further bytes. */
    private static final int MAX_BYTES = 72;

    private PasswordRules() {}

    /**
     * Returns the password.
     *
     * @param field the name of the field that holds it, for the error
     * @throws ApiException (400) if it is missing, too short or too long
     */
    static String require(String field, @Nullable String password) {
        if (password == null
                || password.length() < MIN_CHARACTERS
                || password.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            throw ApiException.badRequest(
                    "%s: expected at least %d characters and at most %d bytes"
                            .formatted(field, MIN_CHARACTERS, MAX_BYTES));
        }
        return password;
    }

    static PasswordPolicy policy() {
        return new PasswordPolicy(
                MIN_CHARACTERS, MAX_BYTES, null, null, null, null, true, false, 0, 0);
    }

    /**
     * The rules in ThingsBoard's shape; null and 0 mean that there is no such rule.
     *
     * @param maximumLength bytes in UTF-8; characters outside ASCII take more than one
     */
    @Schema(name = "UserPasswordPolicy")
    record PasswordPolicy(
            int minimumLength,
            int maximumLength,
            @Nullable Integer minimumUppercaseLetters,
            @Nullable Integer minimumLowercaseLetters,
            @Nullable Integer minimumDigits,
            @Nullable Integer minimumSpecialCharacters,
            boolean allowWhitespaces,
            boolean forceUserToResetPasswordIfNotValid,
            int passwordExpirationPeriodDays,
            int passwordReuseFrequencyDays) {}
}
