// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.related;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.id.EntityType;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.SearchDirection;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Set;

/**
 * A query for related entities, in the form of ThingsBoard's node configurations.
 *
 * @param direction the end of its relations at which the originator is
 * @param maxLevel largest number of relations between the two; 0 or less: any number
 * @param filters one of them must match the last relation on the path; none: every relation matches
 * @param fetchLastLevelOnly whether only entities count that are {@code maxLevel} relations away or have no further
 *     relation
 */
public record RelationsQueryConfiguration(
        @JsonPropertyDescription(
                        "FROM: relations that start at the originator; TO: relations that end there.")
                @NotNull
                SearchDirection direction,
        @JsonPropertyDescription("Largest number of relations between the two; 0 for any number.")
                int maxLevel,
        @JsonPropertyDescription(
                        "Conditions, one of which the last relation on the path must meet. Empty: any relation.")
                List<@Valid @NotNull Filter> filters,
        @JsonPropertyDescription(
                        "Whether only entities count that are at the last level or have no further relation.")
                boolean fetchLastLevelOnly) {

    /** Entities that the originator directly contains. */
    public static final RelationsQueryConfiguration DEFAULT =
            new RelationsQueryConfiguration(
                    SearchDirection.FROM,
                    1,
                    List.of(new Filter("Contains", List.of(), false)),
                    false);

    /** Replaces a list that the configuration leaves out, which is null, by an empty one. */
    public RelationsQueryConfiguration {
        filters = filters == null ? List.of() : List.copyOf(filters);
    }

    /**
     * A condition for a relation.
     *
     * @param relationType its type, exactly; empty: any
     * @param entityTypes the allowed types of its other end; none: any
     * @param negate stored for ThingsBoard, which ignores it too
     */
    public record Filter(
            @JsonPropertyDescription("Type of the relation, such as Contains; any if empty.")
                    String relationType,
            @JsonPropertyDescription("Types of the entity at the other end; any if empty.")
                    List<EntityType> entityTypes,
            @JsonPropertyDescription("Has no effect; exists for ThingsBoard's chains.")
                    boolean negate) {

        public Filter {
            relationType = relationType == null ? "" : relationType;
            entityTypes = entityTypes == null ? List.of() : List.copyOf(entityTypes);
        }
    }

    /** Returns the query in the form of the store. */
    public RelationsQuery query() {
        List<RelationsQuery.Filter> wanted =
                filters.stream()
                        .map(filter ->
                                new RelationsQuery.Filter(
                                        filter.relationType(), Set.copyOf(filter.entityTypes())))
                        .toList();
        return new RelationsQuery(direction, maxLevel, wanted, fetchLastLevelOnly);
    }
}
