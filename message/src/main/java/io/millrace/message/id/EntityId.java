// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Identifies an entity whose type is known only at run time, such as the originator of a message. */
public record EntityId(EntityType type, UUID id) {

    public EntityId {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(id, "id");
    }

    @Override
    public String toString() {
        return type + ":" + id;
    }
}
