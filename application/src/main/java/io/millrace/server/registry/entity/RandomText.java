// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import java.security.SecureRandom;
import java.util.stream.Collectors;

/** Generates texts that cannot be guessed. */
public final class RandomText {

    private static final int LENGTH = 20;
    private static final String ALPHABET =
            "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    private static final SecureRandom RANDOM = new SecureRandom();

    private RandomText() {}

    /** Returns 20 random letters and digits, 119 bits. */
    public static String token() {
        return RANDOM.ints(LENGTH, 0, ALPHABET.length())
                .mapToObj(index -> String.valueOf(ALPHABET.charAt(index)))
                .collect(Collectors.joining());
    }
}
