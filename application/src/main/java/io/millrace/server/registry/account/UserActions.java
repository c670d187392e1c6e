// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.User;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Tells a tenant's rule chains what becomes of its accounts, as {@link EntityActions} does of other entities. The
 * administrators of the installation belong to no tenant, so there is no chain to be told of them.
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

    /** To be called before the deletion; what it answers is to be run when that is committed. */
    Runnable deletion(SecurityUser by, User user) {
        return hasTenant(user) ? actions.deletion(by, new Account(user), user) : () -> {};
    }

    /** Users of a customer are deleted. */
    void deleted(SecurityUser by, List<User> users) {
        actions.deleted(by, users.stream().map(Account::new).toList(), Account::user);
    }

    private static boolean hasTenant(User user) {
        return !user.tenantId().equals(TenantId.SYSTEM);
    }

    /** Only what a message says of an account; who reaches it is up to {@link AccountAccess}. */
    private record Account(User user) implements TenantEntity {

        @Override
        public TenantId tenantId() {
            return user.tenantId();
        }

        @Override
        public EntityId entityId() {
            return user.id().entity();
        }

        @Override
        public String name() {
            return user.email();
        }

        @Override
        public @Nullable CustomerId assignedTo() {
            return user.customerId().equals(IdJson.NO_CUSTOMER) ? null : user.customerId();
        }

        @Override
        public boolean visibleTo(CustomerId customer) {
            return user.customerId().equals(customer);
        }
    }
}
