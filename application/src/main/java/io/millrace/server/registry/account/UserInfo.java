// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.UserId;
import io.millrace.server.web.user.User;
import org.jspecify.annotations.Nullable;

/** The short form of an account, for lists of choices. */
record UserInfo(UserId id, String email, @Nullable String firstName, @Nullable String lastName) {

    static UserInfo of(User user) {
        return new UserInfo(user.id(), user.email(), user.firstName(), user.lastName());
    }
}
