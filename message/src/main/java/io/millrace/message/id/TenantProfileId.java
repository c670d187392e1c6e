// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of a tenant profile: the limits of tenants of one kind. */
public record TenantProfileId(UUID id) {

    public TenantProfileId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static TenantProfileId of(String text) {
        return new TenantProfileId(UUID.fromString(text));
    }

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.TENANT_PROFILE, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
