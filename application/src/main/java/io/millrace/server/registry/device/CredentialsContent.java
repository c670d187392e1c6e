// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import java.security.SecureRandom;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Checked credentials, ready to be stored. */
record CredentialsContent(CredentialsType type, String id, @Nullable String value) {

    private static final int GENERATED_LENGTH = 20;
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    static CredentialsContent accessToken(String token) {
        return new CredentialsContent(CredentialsType.ACCESS_TOKEN, token, null);
    }

    /** A random token of 20 letters and digits, 119 bits. */
    static CredentialsContent generated() {
        return accessToken(
                RANDOM.ints(GENERATED_LENGTH, 0, ALPHABET.length())
                        .mapToObj(index -> String.valueOf(ALPHABET.charAt(index)))
                        .collect(Collectors.joining()));
    }

    /** Without the secrets: this may end up in a log. */
    @Override
    public String toString() {
        return "CredentialsContent[type=%s]".formatted(type);
    }
}
