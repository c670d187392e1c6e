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
 * Enforces the isolation of tenants: the only place that turns an id from a request into an entity. It searches only
 * the caller's own tenant, so another tenant's entity looks the same as one that does not exist.
 */
@Component
public final class EntityAccess {

    private final Map<EntityType, EntityLookup<?>> lookups;

    EntityAccess(List<EntityLookup<?>> lookups) {
        this.lookups =
                lookups.stream().collect(Collectors.toMap(EntityLookup::type, Function.identity()));
    }

    /**
     * Returns the entity with an id, if the caller may see it.
     *
     * @throws ApiException 404 if the caller's tenant has no such entity, 403 if the caller may not see it
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
     * Returns the entity with an id, if the caller may see it; for an entity type that is known only at run time.
     *
     * @throws ApiException as {@link #require(SecurityUser, EntityLookup, UUID)}; 400 if this entity type has no lookup
     */
    public TenantEntity require(SecurityUser user, EntityType type, UUID id) {
        EntityLookup<?> lookup =
                Optional.<EntityLookup<?>>ofNullable(lookups.get(type))
                        .orElseThrow(() -> unknownType(type));
        return require(user, lookup, id);
    }

    /**
     * Returns the entity with an id, if the caller may change it and its data. Administrators of a tenant may see the
     * tenant entity itself, but only administrators of the installation may change it.
     *
     * @throws ApiException as {@link #require(SecurityUser, EntityType, UUID)}; also 403 if the caller may only see it
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

    /** Returns the entity of the caller's own tenant with the id, if it exists and the caller may see it. */
    public Optional<TenantEntity> find(SecurityUser user, EntityId id) {
        return Optional.<EntityLookup<?>>ofNullable(lookups.get(id.type()))
                .flatMap(lookup -> lookup.find(user.tenantId(), id.id()))
                .map(TenantEntity.class::cast)
                .filter(entity ->
                        user.authority() != Authority.CUSTOMER_USER
                                || entity.visibleTo(user.customerId()));
    }

    /**
     * Returns the tenant to search. An administrator of the installation may access tenants, but no entity inside a
     * tenant.
     */
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
                "entityType: expected one of %s, got %s"
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
