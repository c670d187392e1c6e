// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of a device. */
public record DeviceId(UUID id) {

    public DeviceId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static DeviceId of(String text) {
        return new DeviceId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.DEVICE, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
