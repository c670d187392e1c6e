// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.entity;

import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Adds entities of one type of which only the name is known, for rule nodes. Calls block. */
public interface NamedEntityKind {

    EntityType type();

    /** The tenant's entity with exactly that name. */
    Optional<? extends VersionedEntity> find(TenantId tenant, String name);

    /**
     * Adds an entity.
     *
     * @param profile name of its profile, which is added if it is missing; null: the default one. Ignored by kinds
     *     without profiles
     * @throws io.millrace.server.web.api.ApiException (400) if the tenant has an entity of that name or too many
     *     entities, or the name is not valid
     */
    VersionedEntity add(TenantId tenant, String name, @Nullable String profile);
}
