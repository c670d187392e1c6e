// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.account;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.customer.CustomerBelongings;
import io.millrace.server.relation.Relations;
import io.millrace.server.user.UserRepository;
import io.millrace.server.user.UsersShutOut;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;

/** The accounts of a customer's users go with it, and so do their relations. */
@Component
final class UsersOfCustomers implements CustomerBelongings {

    private final UserRepository users;
    private final Relations relations;
    private final ApplicationEventPublisher events;

    UsersOfCustomers(UserRepository users, Relations relations, ApplicationEventPublisher events) {
        this.users = users;
        this.relations = relations;
        this.events = events;
    }

    @Override
    public Runnable release(TenantId tenant, CustomerId customer) {
        users.deleteOfCustomer(tenant, customer)
                .forEach(user -> relations.entityDeleted(tenant, user.entity()));
        return () -> events.publishEvent(new UsersShutOut());
    }
}
