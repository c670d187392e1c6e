// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.SearchDirection;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.NodeChanges;
import io.millrace.server.web.entity.EntityLookup;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads and changes relations for nodes. While the database is away, look-ups and changes wait. */
@Component
final class StoredRelations implements RelationStore {

    private final RelationRepository relations;
    private final RelationWalk walk;
    private final Relations changes;
    private final Map<EntityType, EntityLookup<?>> entities;
    private final DatabaseLookups lookups;
    private final NodeChanges writes;

    StoredRelations(
            RelationRepository relations,
            RelationWalk walk,
            Relations changes,
            List<EntityLookup<?>> entities,
            DatabaseLookups lookups,
            NodeChanges writes) {
        this.relations = relations;
        this.walk = walk;
        this.changes = changes;
        this.entities =
                entities.stream()
                        .collect(Collectors.toMap(EntityLookup::type, Function.identity()));
        this.lookups = lookups;
        this.writes = writes;
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

    /** Most messages find their relation as it shall be, so it is looked up before a transaction begins. */
    @Override
    public CompletionStage<Void> add(TenantId tenant, Relation relation, @Nullable Lease lease) {
        return changed(
                tenant,
                lease,
                () -> {
                    if (relations.find(tenant, RelationKey.of(relation)).isEmpty()) {
                        changes.relate(
                                tenant,
                                relation.from(),
                                relation.to(),
                                relation.type(),
                                () -> requireEnds(tenant, relation));
                    }
                });
    }

    @Override
    public CompletionStage<Void> addAsOnly(
            TenantId tenant, Relation relation, SearchDirection end, @Nullable Lease lease) {
        return changed(
                tenant,
                lease,
                () ->
                        changes.relateOnly(
                                tenant,
                                RelationKey.of(relation),
                                end,
                                () -> requireEnds(tenant, relation)));
    }

    @Override
    public CompletionStage<Void> remove(TenantId tenant, Relation relation, @Nullable Lease lease) {
        return changed(tenant, lease, () -> changes.delete(tenant, RelationKey.of(relation)));
    }

    @Override
    public CompletionStage<Void> removeAll(
            TenantId tenant,
            EntityId entity,
            SearchDirection direction,
            String type,
            @Nullable Lease lease) {
        return changed(tenant, lease, () -> changes.deleteOfType(tenant, entity, direction, type));
    }

    private CompletionStage<Void> changed(TenantId tenant, @Nullable Lease lease, Runnable change) {
        return writes.run(
                        tenant,
                        lease,
                        () -> {
                            change.run();
                            return true;
                        })
                .thenAccept(_ -> {});
    }

    private void requireEnds(TenantId tenant, Relation relation) {
        requireExists(tenant, relation.from());
        requireExists(tenant, relation.to());
    }

    private void requireExists(TenantId tenant, EntityId entity) {
        EntityLookup<?> lookup = entities.get(entity.type());
        if (lookup == null || lookup.find(tenant, entity.id()).isEmpty()) {
            throw new NoSuchElementException(
                    "%s %s does not exist".formatted(entity.type().normalName(), entity.id()));
        }
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
