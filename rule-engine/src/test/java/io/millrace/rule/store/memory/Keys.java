// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

/** Which keys the stores refuse. */
final class Keys {

    private static final int LONGEST = 255;

    private Keys() {}

    static boolean isInvalid(String key) {
        return key.isBlank() || key.length() > LONGEST;
    }
}
