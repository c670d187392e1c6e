// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks the format of e-mail addresses. */
public final class EmailRules {

    /** RFC 5321, section 4.5.3.1.3, without the brackets. */
    private static final int MAX_LENGTH = 254;

    /** A local part, an at sign, and a domain with or without a dot. Whether the address exists is not checked. */
    private static final Pattern EMAIL =
            Pattern.compile("[^\\s@<>\"(),:;\\\\\\p{Cntrl}]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");

    private EmailRules() {}

    /**
     * Returns the address if it is present and valid.
     *
     * @throws ApiException (400) if the address is missing or malformed
     */
    public static String requireEmail(String field, @Nullable String email) {
        if (email == null || email.isBlank()) {
            throw ApiException.badRequest(
                    field + ": expected an e-mail address; it is missing or blank");
        }
        if (email.length() > MAX_LENGTH || !EMAIL.matcher(email).matches()) {
            throw ApiException.badRequest(
                    "%s: expected an e-mail address, got '%s'".formatted(field, email));
        }
        return email;
    }
}
