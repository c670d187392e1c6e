// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assignable;

import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/** Adds and changes entities of one kind. A method that returns has committed. */
public interface Saving<E extends AssignableEntity> {

    E create(TenantId tenant, AssignableContent content, TypeChoice type);

    /**
     * Changes an entity.
     *
     * @param stored the entity as it was read
     * @param seen version that the caller has seen; null: any
     */
    E change(E stored, AssignableContent content, TypeChoice type, @Nullable Long seen);
}
