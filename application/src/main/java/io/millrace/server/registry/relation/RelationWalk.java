// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.SearchDirection;
import io.millrace.rule.store.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.stereotype.Component;

/** Searches along relations, breadth first. Each level is one query, and each entity is expanded once. */
@Component
final class RelationWalk {

    /** Limit of the relations that one search holds in memory. */
    static final int MAX_RELATIONS = 20_000;

    /** After this time no further query starts; a query takes at most ten seconds. */
    private static final Duration LATEST_QUERY = Duration.ofSeconds(10);

    private final RelationRepository relations;

    RelationWalk(RelationRepository relations) {
        this.relations = relations;
    }

    /**
     * The limits of a search.
     *
     * @param maxLevel maximum number of relations between root and entity
     * @param lastLevelOnly whether only entities count that are {@code maxLevel} relations away or have no further
     *     relations
     */
    record Bounds(
            SearchDirection direction,
            RelationTypeGroup group,
            int maxLevel,
            boolean lastLevelOnly) {}

    private record Step(EntityRelation relation, int level) {}

    /**
     * The relations that match, those nearest to the root first, then oldest first.
     *
     * @param filter condition on the type of a relation and the entity type of its far end
     * @throws StoreException if there are too many relations, or the search takes too long
     */
    List<EntityRelation> run(
            TenantId tenant, EntityId root, Bounds bounds, BiPredicate<String, EntityType> filter) {
        List<Step> steps = steps(tenant, root, bounds);
        Set<EntityId> leading = new HashSet<>();
        steps.forEach(step -> leading.add(step.relation().near(bounds.direction())));
        List<EntityRelation> found = new ArrayList<>();
        for (Step step : steps) {
            EntityRelation relation = step.relation();
            EntityId far = relation.far(bounds.direction());
            boolean last = step.level() == bounds.maxLevel() || !leading.contains(far);
            if ((last || !bounds.lastLevelOnly()) && filter.test(relation.type(), far.type())) {
                found.add(relation);
            }
        }
        return found;
    }

    private List<Step> steps(TenantId tenant, EntityId root, Bounds bounds) {
        long begin = System.nanoTime();
        List<Step> steps = new ArrayList<>();
        Set<EntityId> visited = new HashSet<>(Set.of(root));
        Set<EntityId> frontier = Set.of(root);
        for (int level = 1; level <= bounds.maxLevel() && !frontier.isEmpty(); level++) {
            if (System.nanoTime() - begin > LATEST_QUERY.toNanos()) {
                throw tooLong(root, null);
            }
            Set<EntityId> next = new LinkedHashSet<>();
            for (EntityRelation relation : level(tenant, root, frontier, bounds, steps.size())) {
                steps.add(new Step(relation, level));
                EntityId far = relation.far(bounds.direction());
                if (visited.add(far)) {
                    next.add(far);
                }
            }
            frontier = next;
        }
        return steps;
    }

    private List<EntityRelation> level(
            TenantId tenant, EntityId root, Set<EntityId> frontier, Bounds bounds, int met) {
        int room = MAX_RELATIONS - met;
        List<EntityRelation> level;
        try {
            level =
                    relations.list(
                            tenant, frontier, bounds.direction(), bounds.group(), null, room + 1);
        } catch (QueryTimeoutException timeout) {
            throw tooLong(root, timeout);
        }
        if (level.size() > room) {
            throw new StoreException(
                    "the search from %2$s meets more than %1$d relations; ask for fewer levels"
                            .formatted(MAX_RELATIONS, root));
        }
        return level;
    }

    private static StoreException tooLong(EntityId root, @Nullable Throwable cause) {
        String message =
                "the search along the relations of %s takes too long; ask for fewer levels"
                        .formatted(root);
        return cause == null ? new StoreException(message) : new StoreException(message, cause);
    }
}
