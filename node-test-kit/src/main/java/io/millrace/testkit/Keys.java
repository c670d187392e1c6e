// SPDX-License-Identifier: Apache-2.0
package io.millrace.testkit;

import io.millrace.rule.store.StoreException;

/** Checks keys as a store does. */
final class Keys {

    private static final int LONGEST = 255;

    private Keys() {}

    static void check(String key) {
        if (key.isBlank() || key.length() > LONGEST) {
            throw new StoreException(
                    "expected a key of 1 to %d characters, got \"%s\"".formatted(LONGEST, key));
        }
    }
}
