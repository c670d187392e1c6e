// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of an asset profile. */
public record AssetProfileId(UUID id) {

    public AssetProfileId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static AssetProfileId of(String text) {
        return new AssetProfileId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.ASSET_PROFILE, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
