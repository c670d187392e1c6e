// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of a customer of a tenant. Devices and other entities can be assigned to customers. */
public record CustomerId(UUID id) {

    public CustomerId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static CustomerId of(String text) {
        return new CustomerId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.CUSTOMER, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
