// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.delivery.Lease;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.SearchDirection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Keeps relations of all groups in memory, in the order in which they were made. */
public final class InMemoryRelationStore implements RelationStore {

    private static final String COMMON = "COMMON";

    private record Stored(TenantId tenant, String group, EntityId from, EntityId to, String type) {

        private EntityId near(SearchDirection direction) {
            return direction == SearchDirection.FROM ? from : to;
        }

        private EntityId far(SearchDirection direction) {
            return direction == SearchDirection.FROM ? to : from;
        }
    }

    private final Set<Stored> relations = new LinkedHashSet<>();
    private RuntimeException failure;

    /** Makes a relation of group {@code COMMON}. */
    public void relate(TenantId tenant, EntityId from, EntityId to, String type) {
        relate(tenant, COMMON, from, to, type);
    }

    /** Makes a relation of any group. */
    public synchronized void relate(
            TenantId tenant, String group, EntityId from, EntityId to, String type) {
        relations.add(new Stored(tenant, group, from, to, type));
    }

    /** Deletes a relation of group {@code COMMON}. */
    public synchronized void unrelate(TenantId tenant, EntityId from, EntityId to, String type) {
        relations.remove(new Stored(tenant, COMMON, from, to, type));
    }

    /** Lets every later call fail. */
    public synchronized void failWith(RuntimeException error) {
        failure = error;
    }

    @Override
    public synchronized CompletionStage<Boolean> exists(
            TenantId tenant, EntityId from, EntityId to, String type) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        return CompletableFuture.completedFuture(
                relations.contains(new Stored(tenant, COMMON, from, to, type)));
    }

    @Override
    public synchronized CompletionStage<Boolean> existsAny(
            TenantId tenant, EntityId entity, SearchDirection direction, String type) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        return CompletableFuture.completedFuture(
                leaving(tenant, Set.of(entity), direction).stream()
                        .anyMatch(relation -> relation.type().equals(type)));
    }

    @Override
    public synchronized CompletionStage<List<EntityId>> related(
            TenantId tenant, EntityId root, RelationsQuery query) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        Set<EntityId> found = new LinkedHashSet<>();
        Set<EntityId> seen = new HashSet<>(Set.of(root));
        Set<EntityId> frontier = Set.of(root);
        for (int level = 1; !frontier.isEmpty() && isWithin(query, level); level++) {
            Set<EntityId> next = new LinkedHashSet<>();
            for (Stored relation : leaving(tenant, frontier, query.direction())) {
                EntityId end = relation.far(query.direction());
                if (!end.equals(root) && counts(relation, level, query)) {
                    found.add(end);
                }
                if (seen.add(end)) {
                    next.add(end);
                }
            }
            frontier = next;
        }
        return CompletableFuture.completedFuture(List.copyOf(found));
    }

    @Override
    public CompletionStage<Void> add(TenantId tenant, Relation relation, @Nullable Lease lease) {
        return change(() -> relations.add(stored(tenant, relation)));
    }

    @Override
    public CompletionStage<Void> addAsOnly(
            TenantId tenant, Relation relation, SearchDirection end, @Nullable Lease lease) {
        Stored only = stored(tenant, relation);
        return change(() -> {
            leaving(tenant, Set.of(only.near(end)), end).stream()
                    .filter(other -> other.type().equals(only.type()) && !other.equals(only))
                    .forEach(relations::remove);
            relations.add(only);
        });
    }

    @Override
    public CompletionStage<Void> remove(TenantId tenant, Relation relation, @Nullable Lease lease) {
        return change(() -> relations.remove(stored(tenant, relation)));
    }

    @Override
    public CompletionStage<Void> removeAll(
            TenantId tenant,
            EntityId entity,
            SearchDirection direction,
            String type,
            @Nullable Lease lease) {
        return change(() ->
                leaving(tenant, Set.of(entity), direction).stream()
                        .filter(relation -> relation.type().equals(type))
                        .forEach(relations::remove));
    }

    private static Stored stored(TenantId tenant, Relation relation) {
        return new Stored(tenant, COMMON, relation.from(), relation.to(), relation.type());
    }

    private synchronized CompletionStage<Void> change(Runnable work) {
        if (failure != null) {
            return CompletableFuture.failedFuture(failure);
        }
        work.run();
        return CompletableFuture.completedFuture(null);
    }

    private static boolean isWithin(RelationsQuery query, int level) {
        return query.maxLevel() <= 0 || level <= query.maxLevel();
    }

    private boolean counts(Stored relation, int level, RelationsQuery query) {
        EntityId end = relation.far(query.direction());
        Predicate<RelationsQuery.Filter> lets =
                filter ->
                        (filter.relationType().isEmpty()
                                        || filter.relationType().equals(relation.type()))
                                && (filter.entityTypes().isEmpty()
                                        || filter.entityTypes().contains(end.type()));
        if (!query.filters().isEmpty() && query.filters().stream().noneMatch(lets)) {
            return false;
        }
        return !query.fetchLastLevelOnly()
                || level == query.maxLevel()
                || leaving(relation.tenant(), Set.of(end), query.direction()).isEmpty();
    }

    /** The relations that a search walks from any of the entities, in the order in which they were made. */
    private List<Stored> leaving(
            TenantId tenant, Set<EntityId> entities, SearchDirection direction) {
        return relations.stream()
                .filter(relation -> relation.tenant().equals(tenant))
                .filter(relation -> relation.group().equals(COMMON))
                .filter(relation -> entities.contains(relation.near(direction)))
                .toList();
    }
}
