// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.web.api.ApiException;
import io.millrace.server.web.api.Required;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A query for the relations around an entity, in ThingsBoard's shape.
 *
 * @param filters a relation must match one of them; null or empty: every relation matches
 */
record RelationGraphRequest(
        @Required @Nullable Parameters parameters, @Nullable List<Filter> filters) {

    /** The deepest level that a search reaches. */
    private static final int MAX_LEVEL = 50;

    /**
     * The entity, the direction and the depth of a search.
     *
     * @param direction null: {@code FROM}
     * @param maxLevel null: 1; 0 or less, or more than {@value RelationGraphRequest#MAX_LEVEL}: {@value
     *     RelationGraphRequest#MAX_LEVEL}
     */
    record Parameters(
            @Required @Nullable UUID rootId,
            @Required @Nullable EntityType rootType,
            @Nullable SearchDirection direction,
            @Nullable String relationTypeGroup,
            @Nullable Integer maxLevel,
            @Nullable Boolean fetchLastLevelOnly) {}

    /**
     * A condition on a relation.
     *
     * @param relationType null or empty: any
     * @param entityTypes allowed types of its far end; null or empty: any
     * @param negate whether its type must differ from {@code relationType}
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

    /** @throws ApiException (400) if it is missing */
    EntityId root() {
        Parameters given = given();
        if (given.rootId() == null || given.rootType() == null) {
            throw ApiException.badRequest(
                    "parameters: expected rootId and rootType; one is missing");
        }
        return new EntityId(given.rootType(), given.rootId());
    }

    /** @throws ApiException (400) if the parameters are missing */
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
            throw ApiException.badRequest("parameters: expected a JSON object; it is missing");
        }
        return parameters;
    }
}
