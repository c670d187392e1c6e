// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.web.security;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.TenantEntity;
import io.millrace.server.web.user.Authority;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/**
 * The wall between tenants: the one place where an id from outside becomes an entity. It looks inside the caller's
 * own tenant only, so another tenant's entity does not differ from one that never was.
 */
@Component
public final class EntityAccess {

    private final Map<EntityType, EntityLookup<?>> lookups;

    EntityAccess(List<EntityLookup<?>> lookups) {
        this.lookups =
                lookups.stream().collect(Collectors.toMap(EntityLookup::type, Function.identity()));
    }

    /**
     * The entity with an id, if the caller may see it.
     *
     * @throws ApiException 404 where the caller's tenant has no such entity, 403 where it is not the caller's to see
     */
    public <E extends TenantEntity> E require(SecurityUser user, EntityLookup<E> lookup, UUID id) {
        E entity =
                lookup.find(tenantOf(user, lookup.type(), id), id)
                        .orElseThrow(() -> notFound(lookup.type(), id));
        if (user.authority() == Authority.CUSTOMER_USER && !entity.visibleTo(user.customerId())) {
            throw denied();
        }
        return entity;
    }

    /**
     * The same, for an entity whose type is known at run time only.
     *
     * @throws ApiException as {@link #require}; 400 where entities of this kind are not reached this way
     */
    public TenantEntity require(SecurityUser user, EntityType type, UUID id) {
        EntityLookup<?> lookup =
                Optional.<EntityLookup<?>>ofNullable(lookups.get(type))
                        .orElseThrow(() -> unknownType(type));
        return require(user, lookup, id);
    }

    /**
     * The entity with an id, if the caller may change what belongs to it. A tenant as such is its administrators' to see,
     * and the installation's to change.
     *
     * @throws ApiException as {@link #require(SecurityUser, EntityType, UUID)}; 403 also where the caller may only see it
     */
    public TenantEntity requireChangeable(SecurityUser user, EntityType type, UUID id) {
        TenantEntity entity = require(user, type, id);
        boolean changeable =
                switch (user.authority()) {
                    case SYS_ADMIN -> true;
                    case TENANT_ADMIN -> type != EntityType.TENANT;
                    case CUSTOMER_USER -> entity.changeableBy(user.customerId());
                };
        if (!changeable) {
            throw denied();
        }
        return entity;
    }

    /** The entity that an id of the caller's own tenant names, if it is there and the caller may see it. */
    public Optional<TenantEntity> find(SecurityUser user, EntityId id) {
        return Optional.<EntityLookup<?>>ofNullable(lookups.get(id.type()))
                .flatMap(lookup -> lookup.find(user.tenantId(), id.id()))
                .map(TenantEntity.class::cast)
                .filter(entity ->
                        user.authority() != Authority.CUSTOMER_USER
                                || entity.visibleTo(user.customerId()));
    }

    /** An administrator of the installation reaches tenants as such, and nothing inside of them. */
    private static TenantId tenantOf(SecurityUser user, EntityType type, UUID id) {
        if (user.authority() != Authority.SYS_ADMIN) {
            return user.tenantId();
        }
        if (type == EntityType.TENANT) {
            return new TenantId(id);
        }
        throw denied();
    }

    private ApiException unknownType(EntityType type) {
        return ApiException.badRequest(
                "entityType: expected one of %s, but got %s"
                        .formatted(lookups.keySet().stream().sorted().toList(), type));
    }

    private static ApiException notFound(EntityType type, UUID id) {
        return ApiException.notFound(
                "%s with id [%s] is not found".formatted(type.normalName(), id));
    }

    private static ApiException denied() {
        return ApiException.forbidden("You don't have permission to perform this operation");
    }
}
