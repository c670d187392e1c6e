// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.EntityType;
import java.util.List;
import java.util.Set;

/**
 * Which entities count as related to another.
 *
 * @param maxLevel how many relations may lie between the two; 0 or less: any number
 * @param filters one of them must match the last relation on the way; none: every relation does
 * @param fetchLastLevelOnly whether only those count that are {@code maxLevel} relations away, or that nothing leads on
 *     from
 */
public record RelationsQuery(
        SearchDirection direction, int maxLevel, List<Filter> filters, boolean fetchLastLevelOnly) {

    public RelationsQuery {
        filters = List.copyOf(filters);
    }

    /**
     * What a relation must be.
     *
     * @param relationType its type, or empty: any
     * @param entityTypes the types that its other end may be of; none: any
     */
    public record Filter(String relationType, Set<EntityType> entityTypes) {

        public Filter {
            entityTypes = Set.copyOf(entityTypes);
        }
    }
}
