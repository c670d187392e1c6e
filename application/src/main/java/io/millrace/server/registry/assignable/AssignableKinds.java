// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.registry.customer.Reassignments;
import io.millrace.server.registry.entity.EntityTransactions;
import io.millrace.server.registry.profile.ProfileService;
import io.millrace.server.registry.tenantprofile.TenantLimits;
import io.millrace.server.web.security.EntityAccess;
import java.util.List;
import java.util.function.Consumer;
import org.springframework.stereotype.Component;

/** Builds the parts of each kind of assignable entities from what all kinds share. */
@Component
public final class AssignableKinds {

    private final StoredTypes types;
    private final TenantLimits limits;
    private final EntityTransactions transactions;
    private final EntityAccess access;
    private final CustomerRepository customers;
    private final EntityActions actions;
    private final Reassignments reassignments;

    AssignableKinds(
            List<ProfileService<?>> profiles,
            TenantLimits limits,
            EntityTransactions transactions,
            EntityAccess access,
            CustomerRepository customers,
            EntityActions actions,
            Reassignments reassignments) {
        this.types = new StoredTypes(profiles);
        this.limits = limits;
        this.transactions = transactions;
        this.access = access;
        this.customers = customers;
        this.actions = actions;
        this.reassignments = reassignments;
    }

    /**
     * The service that changes the rows of a kind.
     *
     * @param changed is called when a change of an entity is committed; must return at once and not throw
     */
    public <E extends AssignableEntity> AssignableService<E> service(
            AssignableRepository<E> entities, Consumer<E> changed) {
        return new AssignableService<>(entities, types, limits, transactions, changed);
    }

    /**
     * The entities of a kind.
     *
     * @param lifecycle the {@link #service}, or what a kind with more than a row has around it
     */
    public <E extends AssignableEntity> AssignableEntities<E> entities(
            AssignableRepository<E> entities, EntityLifecycle<E> lifecycle) {
        return new AssignableEntities<>(
                entities,
                lifecycle,
                actions,
                new AssignableResource<>(access, entities, lifecycle, actions, reassignments),
                new AssignmentResource<>(access, customers, entities, lifecycle, actions));
    }
}
