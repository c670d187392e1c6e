// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of an asset: an entity without a connection of its own, such as a building. */
public record AssetId(UUID id) {

    public AssetId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static AssetId of(String text) {
        return new AssetId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.ASSET, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
