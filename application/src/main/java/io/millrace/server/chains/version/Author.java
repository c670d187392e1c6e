// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.UserId;
import io.millrace.server.web.security.SecurityUser;
import org.jspecify.annotations.Nullable;

/**
 * The author of a version of a chain.
 *
 * @param user the user; null for the service itself
 * @param name the user's name at that time; null for the service itself, and for accounts that were deleted before
 *     names were stored
 */
record Author(@Nullable UserId user, @Nullable String name) {

    static final Author SERVICE = new Author(null, null);

    static Author of(SecurityUser caller) {
        return new Author(caller.userId(), caller.email());
    }
}
