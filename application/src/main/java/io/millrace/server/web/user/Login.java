// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.user;

import org.jspecify.annotations.Nullable;

/**
 * A user with the data that decide whether the user may sign in.
 *
 * @param passwordHash BCrypt hash; null until the user has set a password
 * @param enabled true if the account may be used
 * @param passwordVersion number of changes of the password; tokens issued under an earlier version are refused
 */
public record Login(
        User user, @Nullable String passwordHash, boolean enabled, int passwordVersion) {

    /** Omits the hash, because the text may appear in a log. */
    @Override
    public String toString() {
        return "Login[user=%s, enabled=%s]".formatted(user.id(), enabled);
    }
}
