// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import io.millrace.message.id.UserId;
import io.millrace.server.web.security.SecurityUser;
import org.jspecify.annotations.Nullable;

/**
 * Who changes chains, or has made a version of one.
 *
 * @param user null: the service itself
 * @param name what the user was called then; null: the service itself, or an account that was gone before names were kept
 */
record Author(@Nullable UserId user, @Nullable String name) {

    static final Author SERVICE = new Author(null, null);

    static Author of(SecurityUser caller) {
        return new Author(caller.userId(), caller.email());
    }
}
