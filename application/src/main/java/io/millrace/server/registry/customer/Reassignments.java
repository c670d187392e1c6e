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

/** Tells the rule chains where an entity gets another customer because somebody saves it. */
@Component
public final class Reassignments {

    private final CustomerRepository customers;
    private final EntityActions actions;

    Reassignments(CustomerRepository customers, EntityActions actions) {
        this.customers = customers;
        this.actions = actions;
    }

    /** What is to be told of an entity once the change is committed; of the same customer as before, nothing. */
    @FunctionalInterface
    public interface Reassignment {

        /** @param changed the entity as it is now, and as REST shows it */
        void tell(SecurityUser by, TenantEntity changed);
    }

    /**
     * To be called before the change: afterwards the customers may be gone, and what is done must not fail.
     *
     * @param stored the entity as it is
     * @param wanted the customer that it gets; {@link IdJson#NO_CUSTOMER}: none
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
                // The message is one of the former customer's still.
                actions.unassigned(by, stored, changed, former, formerTitle);
            }
            if (next != null) {
                actions.assigned(by, changed, changed, next, nextTitle);
            }
        };
    }

    /** Empty where there is no such customer; then the change fails. */
    private String title(TenantId tenant, @Nullable CustomerId customer) {
        return customer == null
                ? ""
                : customers.find(tenant, customer.id()).map(Customer::title).orElse("");
    }
}
