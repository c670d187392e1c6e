// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.security.EntityAccess;
import io.millrace.server.web.security.SecurityUser;
import io.millrace.server.web.user.Authority;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The names of the related entities that a caller may see. Looks each entity up once. For one request and one thread.
 */
final class SeenEntities {

    private final EntityAccess access;
    private final SecurityUser caller;
    private final Map<EntityId, Optional<String>> names = new HashMap<>();

    SeenEntities(EntityAccess access, SecurityUser caller) {
        this.access = access;
        this.caller = caller;
    }

    /** Those of the relations of which the caller may see both entities; for an administrator of the tenant, all. */
    List<EntityRelation> amongBoth(List<EntityRelation> relations) {
        if (caller.authority() == Authority.TENANT_ADMIN) {
            return relations;
        }
        return relations.stream()
                .filter(relation ->
                        name(relation.from()).isPresent() && name(relation.to()).isPresent())
                .toList();
    }

    List<EntityRelationInfo> named(List<EntityRelation> relations) {
        return relations.stream()
                .map(relation ->
                        new EntityRelationInfo(
                                relation, nameOrNull(relation.from()), nameOrNull(relation.to())))
                .toList();
    }

    private @Nullable String nameOrNull(EntityId entity) {
        return name(entity).orElse(null);
    }

    private Optional<String> name(EntityId entity) {
        return names.computeIfAbsent(entity, id -> access.find(caller, id).map(TenantEntity::name));
    }
}
