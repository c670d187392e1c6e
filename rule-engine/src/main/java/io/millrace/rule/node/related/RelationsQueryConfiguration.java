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
 * Which entities count as related, as ThingsBoard writes it into a node's configuration.
 *
 * @param direction from which end of its relations the originator is looked at
 * @param maxLevel how many relations may lie between the two; 0 or less: any number
 * @param filters one of them must match the last relation on the way; none: every relation does
 * @param fetchLastLevelOnly whether only those count that are {@code maxLevel} relations away, or that nothing leads on from
 */
public record RelationsQueryConfiguration(
        @JsonPropertyDescription(
                        "FROM: relations that start at the originator; TO: relations that end there.")
                @NotNull
                SearchDirection direction,
        @JsonPropertyDescription(
                        "How many relations may lie between the two; 0 stands for any number.")
                int maxLevel,
        @JsonPropertyDescription(
                        "What the last relation on the way must be: one of these. None: every relation will do.")
                List<@Valid @NotNull Filter> filters,
        @JsonPropertyDescription(
                        "Whether only entities at the last level count, or where nothing leads on.")
                boolean fetchLastLevelOnly) {

    /** What is directly contained in the originator. */
    public static final RelationsQueryConfiguration DEFAULT =
            new RelationsQueryConfiguration(
                    SearchDirection.FROM,
                    1,
                    List.of(new Filter("Contains", List.of(), false)),
                    false);

    /** A list that the configuration leaves out comes as null. */
    public RelationsQueryConfiguration {
        filters = filters == null ? List.of() : List.copyOf(filters);
    }

    /**
     * What a relation must be.
     *
     * @param relationType its type, exactly; empty: any
     * @param entityTypes the types that its other end may be of; none: any
     * @param negate kept for ThingsBoard, which does not heed it either
     */
    public record Filter(
            @JsonPropertyDescription("Type of the relation, such as Contains; empty: any.")
                    String relationType,
            @JsonPropertyDescription("Types of the entity at the other end; none: any.")
                    List<EntityType> entityTypes,
            @JsonPropertyDescription("Has no effect; kept for ThingsBoard's chains.")
                    boolean negate) {

        public Filter {
            relationType = relationType == null ? "" : relationType;
            entityTypes = entityTypes == null ? List.of() : List.copyOf(entityTypes);
        }
    }

    /** The query as the store takes it. */
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
