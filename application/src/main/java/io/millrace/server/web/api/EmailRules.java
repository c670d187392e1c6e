// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.api;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What an e-mail address that people type may look like. */
public final class EmailRules {

    /** RFC 5321, section 4.5.3.1.3, without the brackets. */
    private static final int MAX_LENGTH = 254;

    /** A name, an at sign, a domain with a dot in it or none; whether it exists only a mail can tell. */
    private static final Pattern EMAIL =
            Pattern.compile("[^\\s@<>\"(),:;\\\\\\p{Cntrl}]+@[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*");

    private EmailRules() {}

    /**
     * An address that must be there.
     *
     * @throws ApiException (400) where it is missing or no address
     */
    public static String requireEmail(String field, @Nullable String email) {
        if (email == null || email.isBlank()) {
            throw ApiException.badRequest(
                    field + ": expected an e-mail address, but it is missing or blank");
        }
        if (email.length() > MAX_LENGTH || !EMAIL.matcher(email).matches()) {
            throw ApiException.badRequest(
                    "%s: expected an e-mail address, but got '%s'".formatted(field, email));
        }
        return email;
    }
}
