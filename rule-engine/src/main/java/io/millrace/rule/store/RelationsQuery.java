// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityType;
import java.util.List;
import java.util.Set;

/**
 * A query for entities that are related to another.
 *
 * @param maxLevel largest number of relations between the two; 0 or less: any number
 * @param filters one of them must match the last relation on the path; none: every relation matches
 * @param fetchLastLevelOnly whether only entities count that are {@code maxLevel} relations away or have no further
 *     relation
 */
public record RelationsQuery(
        SearchDirection direction, int maxLevel, List<Filter> filters, boolean fetchLastLevelOnly) {

    public RelationsQuery {
        filters = List.copyOf(filters);
    }

    /**
     * A condition for a relation.
     *
     * @param relationType its type, or empty: any
     * @param entityTypes the allowed types of its other end; none: any
     */
    public record Filter(String relationType, Set<EntityType> entityTypes) {

        public Filter {
            entityTypes = Set.copyOf(entityTypes);
        }
    }
}
