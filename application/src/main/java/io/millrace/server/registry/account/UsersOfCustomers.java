// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerBelongings;
import io.millrace.server.registry.relation.Relations;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.User;
import io.millrace.server.web.user.UserRepository;
import io.millrace.server.web.user.UsersShutOut;
import java.util.List;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** Deletes the accounts of a deleted customer's users, with their relations. */
@Component
final class UsersOfCustomers implements CustomerBelongings {

    private final UserRepository users;
    private final Relations relations;
    private final UserActions actions;
    private final ApplicationEventPublisher events;

    UsersOfCustomers(
            UserRepository users,
            Relations relations,
            UserActions actions,
            ApplicationEventPublisher events) {
        this.users = users;
        this.relations = relations;
        this.actions = actions;
        this.events = events;
    }

    @Override
    public Released release(SecurityUser by, Customer customer, int most) {
        List<User> gone = users.deleteSome(customer.tenantId(), customer.id(), most);
        gone.forEach(user -> relations.entityDeleted(customer.tenantId(), user.id().entity()));
        return new Released(gone.size(), () -> announce(by, gone));
    }

    private void announce(SecurityUser by, List<User> gone) {
        if (!gone.isEmpty()) {
            events.publishEvent(new UsersShutOut());
            actions.deleted(by, gone);
        }
    }
}
