// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.TenantId;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.User;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Sends messages about changes of accounts to the rule chains of the tenant, as {@link EntityActions} does for other
 * entities. Administrators of the installation belong to no tenant, so their changes cause no messages.
 */
@Component
final class UserActions {

    private final EntityActions actions;

    UserActions(EntityActions actions) {
        this.actions = actions;
    }

    void created(SecurityUser by, User user) {
        if (hasTenant(user)) {
            actions.created(by, new Account(user), user);
        }
    }

    void updated(SecurityUser by, User user) {
        if (hasTenant(user)) {
            actions.updated(by, new Account(user), user);
        }
    }

    /** Call it before the deletion. Run the result once the deletion is committed. */
    Runnable deletion(SecurityUser by, User user) {
        return hasTenant(user) ? actions.deletion(by, new Account(user), user) : () -> {};
    }

    /** The users of a customer have been deleted. */
    void deleted(SecurityUser by, List<User> users) {
        actions.deleted(by, users.stream().map(Account::new).toList(), Account::user);
    }

    private static boolean hasTenant(User user) {
        return !user.tenantId().equals(TenantId.SYSTEM);
    }
}
