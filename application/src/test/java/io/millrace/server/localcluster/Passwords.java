// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.localcluster;

import java.security.SecureRandom;
import java.util.Base64;

/** Passwords that cannot be guessed. */
final class Passwords {

    private static final int BYTES = 12;

    private Passwords() {}

    static String generate() {
        byte[] bytes = new byte[BYTES];
        new SecureRandom().nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
