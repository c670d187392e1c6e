// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerBelongings;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.security.SecurityUser;
import java.util.List;
import java.util.UUID;

/**
 * The parts of one kind: the changes of its entities, the REST calls on them, and their release from a deleted customer,
 * which unassigns them.
 */
public final class AssignableEntities<E extends AssignableEntity> implements CustomerBelongings {

    private final AssignableRepository<E> entities;
    private final EntityLifecycle<E> lifecycle;
    private final EntityActions actions;
    private final AssignableResource<E> resource;
    private final AssignmentResource<E> assignments;

    AssignableEntities(
            AssignableRepository<E> entities,
            EntityLifecycle<E> lifecycle,
            EntityActions actions,
            AssignableResource<E> resource,
            AssignmentResource<E> assignments) {
        this.entities = entities;
        this.lifecycle = lifecycle;
        this.actions = actions;
        this.resource = resource;
        this.assignments = assignments;
    }

    /** Changes the entities; checks no rights and sends no message to the rule chains. */
    public EntityLifecycle<E> lifecycle() {
        return lifecycle;
    }

    EntityType type() {
        return entities.type();
    }

    /**
     * Assigns an entity to a customer for a rule node, unless it is so already.
     *
     * @param customer {@link io.millrace.server.web.api.IdJson#NO_CUSTOMER} for none
     * @throws ApiException (409) if another request has changed the entity meanwhile, (404) if the tenant has no such
     *     entity, (400) if it has no such customer
     */
    void assign(TenantId tenant, UUID id, CustomerId customer) {
        E stored =
                entities.find(tenant, id)
                        .orElseThrow(() ->
                                ApiException.notFound(
                                        "%s %s does not exist".formatted(type().normalName(), id)));
        if (!stored.customerId().equals(customer)) {
            lifecycle.assign(stored, customer);
        }
    }

    /** The REST calls on the entities. */
    public AssignableResource<E> resource() {
        return resource;
    }

    /** The REST calls that assign the entities to customers. */
    public AssignmentResource<E> assignments() {
        return assignments;
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
