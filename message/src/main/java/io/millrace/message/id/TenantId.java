// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.id;

import java.util.Objects;
import java.util.UUID;

/** Id of a tenant: the owner of devices and rule chains. No message crosses the border between tenants. */
public record TenantId(UUID id) {

    public TenantId {
        Objects.requireNonNull(id, "id");
    }

    /** Reads the textual form of a UUID; anything else is an {@link IllegalArgumentException}. */
    public static TenantId of(String text) {
        return new TenantId(UUID.fromString(text));
    }

    /** The tenant that owns system-wide objects; the same constant as ThingsBoard's. */
    public static final TenantId SYSTEM = of("13814000-1dd2-11b2-8080-808080808080");

    /** The same id as an entity, the form in which messages and relations name it. */
    public EntityId entity() {
        return new EntityId(EntityType.TENANT, id);
    }

    @Override
    public String toString() {
        return id.toString();
    }
}
