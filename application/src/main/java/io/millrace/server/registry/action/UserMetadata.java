// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import io.millrace.message.Metadata;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;

/** The metadata of an entity action's message that name the user who acted. */
@Component
final class UserMetadata {

    private static final Logger log = LoggerFactory.getLogger(UserMetadata.class);

    private final UserRepository users;

    UserMetadata(UserRepository users) {
        this.users = users;
    }

    /** Id, name and e-mail of a user, and the first and last name if they are known. */
    Metadata metadata(SecurityUser user) {
        Metadata known =
                Metadata.of(
                        "userId",
                        user.userId().toString(),
                        "userName",
                        user.email(),
                        "userEmail",
                        user.email());
        try {
            return users.find(user.userId())
                    .map(Login::user)
                    .map(account -> named(known, account))
                    .orElse(known);
        } catch (DataAccessException away) {
            log.warn(
                    "Cannot read the user of an entity action; its message has no first and last name: {}",
                    away.getMessage());
            return known;
        }
    }

    private static Metadata named(Metadata known, User account) {
        return known.with("userFirstName", account.firstName())
                .with("userLastName", account.lastName());
    }
}
