// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

import org.jspecify.annotations.Nullable;

/**
 * What is needed to decide whether somebody may sign in.
 *
 * @param passwordHash BCrypt; null until the user has chosen a password
 * @param enabled whether the account may be used
 */
public record Login(User user, @Nullable String passwordHash, boolean enabled) {

    /** Without the hash: this may end up in a log. */
    @Override
    public String toString() {
        return "Login[user=%s, enabled=%s]".formatted(user.id(), enabled);
    }
}
