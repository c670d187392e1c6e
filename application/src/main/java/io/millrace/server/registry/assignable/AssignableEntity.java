// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import io.millrace.server.registry.entity.VersionedEntity;
import io.millrace.server.web.api.IdJson;
import org.jspecify.annotations.Nullable;

/** An entity that may be assigned to a customer, whose users see and change it then. */
public interface AssignableEntity extends VersionedEntity {

    /** The customer that it is assigned to; {@link IdJson#NO_CUSTOMER} for none. */
    CustomerId customerId();

    /** The choice that leaves its type unchanged. */
    TypeChoice currentType();

    @Override
    default @Nullable CustomerId assignedTo() {
        return customerId().equals(IdJson.NO_CUSTOMER) ? null : customerId();
    }

    @Override
    default boolean visibleTo(CustomerId customer) {
        return customerId().equals(customer);
    }

    @Override
    default boolean changeableBy(CustomerId customer) {
        return visibleTo(customer);
    }
}
