// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of an entity view: a part of the data of a device or an asset. */
public record EntityViewId(UUID id) {

    public EntityViewId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static EntityViewId of(String text) {
        return new EntityViewId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.ENTITY_VIEW, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
