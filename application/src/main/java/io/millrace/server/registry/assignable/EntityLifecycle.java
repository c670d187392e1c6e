// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.CustomerId;
import java.util.List;

/** All changes of entities of one kind. A kind with more than a row implements it around {@link AssignableService}. */
public interface EntityLifecycle<E extends AssignableEntity> extends Saving<E> {

    /**
     * Assigns an entity to a customer.
     *
     * @param customer {@link io.millrace.server.web.api.IdJson#NO_CUSTOMER} for none
     */
    E assign(E stored, CustomerId customer);

    /** Deletes an entity with its relations; false if another request has deleted it meanwhile. */
    boolean delete(E entity);

    /** Is called once entities that belonged to a deleted customer are unassigned and that is committed. */
    void released(List<E> entities);
}
