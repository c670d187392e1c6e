// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.web.api.ApiException;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Asks for the relations around an entity, as ThingsBoard's clients do.
 *
 * @param filters one of them must match a relation; null and none: every relation does
 */
record RelationGraphRequest(@Nullable Parameters parameters, @Nullable List<Filter> filters) {

    /** Deeper than that nobody looks. */
    private static final int MAX_LEVEL = 50;

    /**
     * Where to look.
     *
     * @param direction null: {@code FROM}
     * @param maxLevel null: 1; 0 and less: any number up to {@value RelationGraphRequest#MAX_LEVEL}
     */
    record Parameters(
            @Nullable UUID rootId,
            @Nullable EntityType rootType,
            @Nullable SearchDirection direction,
            @Nullable String relationTypeGroup,
            @Nullable Integer maxLevel,
            @Nullable Boolean fetchLastLevelOnly) {}

    /**
     * What a relation must be.
     *
     * @param relationType null and empty: any
     * @param entityTypes the types that its other end may be of; null and none: any
     * @param negate whether its type must be any but the given one
     */
    record Filter(
            @Nullable String relationType,
            @Nullable Set<EntityType> entityTypes,
            @Nullable Boolean negate) {

        boolean matches(String type, EntityType other) {
            boolean typeMatches =
                    relationType == null
                            || relationType.isEmpty()
                            || relationType.equals(type) != Boolean.TRUE.equals(negate);
            return typeMatches
                    && (entityTypes == null
                            || entityTypes.isEmpty()
                            || entityTypes.contains(other));
        }
    }

    /** @throws ApiException (400) where it is missing */
    EntityId root() {
        Parameters given = given();
        if (given.rootId() == null || given.rootType() == null) {
            throw ApiException.badRequest(
                    "parameters: expected rootId and rootType, but one is missing");
        }
        return new EntityId(given.rootType(), given.rootId());
    }

    /** @throws ApiException (400) where there are no parameters */
    RelationWalk.Bounds bounds() {
        Parameters given = given();
        int wanted = given.maxLevel() == null ? 1 : given.maxLevel();
        return new RelationWalk.Bounds(
                given.direction() == null ? SearchDirection.FROM : given.direction(),
                RelationTypeGroup.named(given.relationTypeGroup()),
                wanted <= 0 ? MAX_LEVEL : Math.min(wanted, MAX_LEVEL),
                Boolean.TRUE.equals(given.fetchLastLevelOnly()));
    }

    boolean matches(String type, EntityType other) {
        return filters == null
                || filters.isEmpty()
                || filters.stream().anyMatch(filter -> filter.matches(type, other));
    }

    private Parameters given() {
        if (parameters == null) {
            throw ApiException.badRequest("parameters: expected a JSON object, but it is missing");
        }
        return parameters;
    }
}
