// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.alarm;

import io.millrace.message.id.UserId;
import io.millrace.rule.alarm.Alarm;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import io.millrace.server.web.user.Login;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import org.springframework.stereotype.Component;

/** Finds the users that an alarm can be assigned to: those with access to it. */
@Component
final class AlarmAssignees {

    private final UserRepository users;

    AlarmAssignees(UserRepository users) {
        this.users = users;
    }

    /**
     * The account with an id. A customer's user can name only users of the same customer.
     *
     * @throws ApiException (404) if the caller may see no such account, (400) if that user may not see the alarm
     */
    User require(SecurityUser caller, Alarm alarm, UserId id) {
        User user =
                users.find(id)
                        .map(Login::user)
                        .filter(found -> isVisible(found, caller))
                        .orElseThrow(() ->
                                ApiException.notFound(
                                        "User with id [%s] is not found".formatted(id)));
        if (user.authority() == Authority.CUSTOMER_USER
                && !user.customerId().equals(alarm.customer())) {
            throw ApiException.badRequest(
                    "userId: %s belongs to another customer and may not see the alarm"
                            .formatted(user.email()));
        }
        return user;
    }

    private static boolean isVisible(User user, SecurityUser caller) {
        return user.tenantId().equals(caller.tenantId())
                && (caller.authority() != Authority.CUSTOMER_USER
                        || user.customerId().equals(caller.customerId()));
    }
}
