// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.server.platform.page.PageData;
import io.millrace.server.platform.page.PageLink;
import io.millrace.server.registry.action.EntityActions;
import io.millrace.server.registry.customer.Customer;
import io.millrace.server.registry.customer.CustomerRepository;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The REST calls that assign entities of one kind to customers, without their routes. */
public final class AssignmentResource<E extends AssignableEntity> {

    private final EntityAccess access;
    private final CustomerRepository customers;
    private final AssignableRepository<E> entities;
    private final EntityLifecycle<E> lifecycle;
    private final EntityActions actions;

    AssignmentResource(
            EntityAccess access,
            CustomerRepository customers,
            AssignableRepository<E> entities,
            EntityLifecycle<E> lifecycle,
            EntityActions actions) {
        this.access = access;
        this.customers = customers;
        this.entities = entities;
        this.lifecycle = lifecycle;
        this.actions = actions;
    }

    public E assign(SecurityUser caller, UUID customerId, UUID id) {
        Customer customer = access.require(caller, customers, customerId);
        E assigned = lifecycle.assign(access.require(caller, entities, id), customer.id());
        actions.assigned(caller, assigned, assigned, customer.id(), customer.title());
        return assigned;
    }

    public E unassign(SecurityUser caller, UUID id) {
        E entity = access.require(caller, entities, id);
        if (entity.assignedTo() == null) {
            throw ApiException.badRequest(
                    "The %s is not assigned to any customer"
                            .formatted(entities.kind().noun().singular()));
        }
        Customer customer = access.require(caller, customers, entity.customerId().id());
        E unassigned = lifecycle.assign(entity, IdJson.NO_CUSTOMER);
        // The message carries the former customer.
        actions.unassigned(caller, entity, unassigned, customer.id(), customer.title());
        return unassigned;
    }

    /** A page of the entities of a customer; a null type selects all. */
    public PageData<E> list(
            SecurityUser caller, UUID customerId, @Nullable String type, PageLink link) {
        return infos(caller, customerId, type, null, link).map(Listed::entity);
    }

    /** A page of the entities of a customer; a null type or profile selects all. */
    public PageData<Listed<E>> infos(
            SecurityUser caller,
            UUID customerId,
            @Nullable String type,
            @Nullable UUID profile,
            PageLink link) {
        UUID customer = access.require(caller, customers, customerId).id().id();
        AssignableFilter filter = new AssignableFilter(type, profile, customer);
        return entities.list(caller.tenantId(), filter, link);
    }
}
