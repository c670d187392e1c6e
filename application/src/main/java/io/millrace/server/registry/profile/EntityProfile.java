// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import io.millrace.message.id.CustomerId;
import io.millrace.server.registry.entity.VersionedEntity;

/** A profile of entities of one type. Each tenant has exactly one default profile of each kind. */
public interface EntityProfile extends VersionedEntity {

    /** Whether an entity that names no profile gets this one. */
    boolean isDefault();

    /** The profile as messages to the rule chains show it: without secrets. */
    default Object inMessages() {
        return this;
    }

    /** Always true: a user who sees an entity may see its profile. */
    @Override
    default boolean visibleTo(CustomerId customer) {
        return true;
    }
}
