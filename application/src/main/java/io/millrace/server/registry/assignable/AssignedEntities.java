// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerBelongings;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;

/** The entities of one kind that are assigned to a customer: when it is deleted, they stay and are unassigned. */
public final class AssignedEntities<E extends AssignableEntity> implements CustomerBelongings {

    private final AssignableRepository<E> entities;
    private final EntityLifecycle<E> lifecycle;
    private final EntityActions actions;

    public AssignedEntities(
            AssignableRepository<E> entities, EntityLifecycle<E> lifecycle, EntityActions actions) {
        this.entities = entities;
        this.lifecycle = lifecycle;
        this.actions = actions;
    }

    @Override
    public Released release(SecurityUser by, Customer customer, int most) {
        List<E> released = entities.unassignSome(customer.tenantId(), customer.id(), most);
        return new Released(released.size(), () -> announce(by, customer, released));
    }

    private void announce(SecurityUser by, Customer customer, List<E> released) {
        if (!released.isEmpty()) {
            lifecycle.released(released);
            actions.unassigned(by, released, customer.id(), customer.title());
        }
    }
}
