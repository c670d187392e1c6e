// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/** Reads relations for nodes. While the database is away, lookups wait. */
@Component
final class StoredRelations implements RelationStore {

    private final RelationRepository relations;
    private final RelationWalk walk;
    private final DatabaseLookups lookups;

    StoredRelations(RelationRepository relations, RelationWalk walk, DatabaseLookups lookups) {
        this.relations = relations;
        this.walk = walk;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<Boolean> exists(
            TenantId tenant, EntityId from, EntityId to, String type) {
        RelationKey key = new RelationKey(from, to, type, RelationTypeGroup.COMMON);
        return lookups.runUntilAnswered(tenant, () -> relations.find(tenant, key).isPresent());
    }

    @Override
    public CompletionStage<Boolean> existsAny(
            TenantId tenant, EntityId entity, SearchDirection direction, String type) {
        return lookups.runUntilAnswered(
                tenant, () -> relations.existsAny(tenant, entity, direction, type));
    }

    @Override
    public CompletionStage<List<EntityId>> related(
            TenantId tenant, EntityId root, RelationsQuery query) {
        RelationWalk.Bounds bounds =
                new RelationWalk.Bounds(
                        query.direction(),
                        RelationTypeGroup.COMMON,
                        query.maxLevel() <= 0 ? Integer.MAX_VALUE : query.maxLevel(),
                        query.fetchLastLevelOnly());
        return lookups.runUntilAnswered(
                tenant,
                () -> {
                    Set<EntityId> found = new LinkedHashSet<>();
                    walk.run(tenant, root, bounds, (type, other) -> matches(query, type, other))
                            .forEach(relation -> found.add(relation.far(query.direction())));
                    found.remove(root);
                    return List.copyOf(found);
                });
    }

    private static boolean matches(RelationsQuery query, String type, EntityType other) {
        return query.filters().isEmpty()
                || query.filters().stream().anyMatch(filter -> matches(filter, type, other));
    }

    private static boolean matches(RelationsQuery.Filter filter, String type, EntityType other) {
        return (filter.relationType().isEmpty() || filter.relationType().equals(type))
                && (filter.entityTypes().isEmpty() || filter.entityTypes().contains(other));
    }
}
