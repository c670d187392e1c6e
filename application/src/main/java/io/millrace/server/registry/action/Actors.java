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

/** Says in a message's metadata who has done what it tells of. */
@Component
final class Actors {

    private static final Logger log = LoggerFactory.getLogger(Actors.class);

    private final UserRepository users;

    Actors(UserRepository users) {
        this.users = users;
    }

    /** Id, name and e-mail of a user, and the first and last name where they are known. */
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
            log.warn("The message names no names: {}", away.getMessage());
            return known;
        }
    }

    private static Metadata named(Metadata known, User account) {
        return known.with("userFirstName", account.firstName())
                .with("userLastName", account.lastName());
    }
}
