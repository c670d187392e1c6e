// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.SecurityUser;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Sends messages to the rule chains when a saved entity is assigned to another customer than before. */
@Component
public final class Reassignments {

    private final CustomerRepository customers;
    private final EntityActions actions;

    Reassignments(CustomerRepository customers, EntityActions actions) {
        this.customers = customers;
        this.actions = actions;
    }

    /** The messages about a change of the customer, sent once it is committed; none if the customer is the same. */
    @FunctionalInterface
    public interface Reassignment {

        /** @param changed the entity after the change, as REST shows it */
        void tell(SecurityUser by, TenantEntity changed);
    }

    /**
     * Prepares the messages. Call it before the change: afterwards the customers may be deleted, and a committed change
     * must not fail.
     *
     * @param stored the entity before the change
     * @param wanted the customer after the change; {@link IdJson#NO_CUSTOMER} for none
     */
    public Reassignment of(TenantEntity stored, CustomerId wanted) {
        CustomerId former = stored.assignedTo();
        CustomerId next = wanted.equals(IdJson.NO_CUSTOMER) ? null : wanted;
        if (Objects.equals(former, next)) {
            return (_, _) -> {};
        }
        String formerTitle = title(stored.tenantId(), former);
        String nextTitle = title(stored.tenantId(), next);
        return (by, changed) -> {
            if (former != null) {
                // The message carries the former customer.
                actions.unassigned(by, stored, changed, former, formerTitle);
            }
            if (next != null) {
                actions.assigned(by, changed, changed, next, nextTitle);
            }
        };
    }

    /** Empty if the tenant has no such customer; the change fails then. */
    private String title(TenantId tenant, @Nullable CustomerId customer) {
        return customer == null
                ? ""
                : customers.find(tenant, customer.id()).map(Customer::title).orElse("");
    }
}
