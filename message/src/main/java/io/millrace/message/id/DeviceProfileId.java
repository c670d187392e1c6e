// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of a device profile: the common settings of devices of one kind. */
public record DeviceProfileId(UUID id) {

    public DeviceProfileId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static DeviceProfileId of(String text) {
        return new DeviceProfileId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.DEVICE_PROFILE, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
