// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.relation;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.store.Relation;
import io.millrace.rule.store.RelationStore;
import io.millrace.rule.store.RelationStoreContract;
import io.millrace.rule.store.RelationsQuery;
import io.millrace.rule.store.SearchDirection;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.FencedTransactions;
import io.millrace.server.platform.groupcommit.StorageHealth;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.platform.jdbc.JsonColumn;
import io.millrace.server.platform.jdbc.NodeChanges;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.web.entity.EntityLookup;
import io.millrace.server.web.entity.TenantEntity;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.json.JsonMapper;

class StoredRelationsContractIT extends RelationStoreContract {

    private static final Set<UUID> MISSING = ConcurrentHashMap.newKeySet();

    private static DataSource database;
    private static JdbcClient jdbc;
    private static RelationRepository relations;
    private static DatabaseLookups lookups;

    @BeforeAll
    static void open() {
        database = TestDatabase.freshDatabase();
        jdbc = JdbcClient.create(database);
        relations = new RelationRepository(jdbc, new JsonColumn(new JsonMapper()));
        lookups = new DatabaseLookups("relations", 16, Duration.ofSeconds(10), new StorageHealth());
    }

    @AfterAll
    static void close() {
        lookups.close();
    }

    @Override
    protected RelationStore store() {
        return new StoredRelations(
                relations,
                new RelationWalk(relations),
                new Relations(relations, new FencedTransactions(database)),
                List.of(new Existing(EntityType.ASSET), new Existing(EntityType.DEVICE)),
                lookups,
                new NodeChanges(lookups));
    }

    /** Entities that exist, except those of {@link #MISSING}. */
    private record Existing(EntityType type) implements EntityLookup<TenantEntity> {

        @Override
        public Optional<TenantEntity> find(TenantId tenant, UUID id) {
            return MISSING.contains(id)
                    ? Optional.empty()
                    : Optional.of(new Found(tenant, new EntityId(type, id)));
        }
    }

    private record Found(TenantId tenantId, EntityId entityId) implements TenantEntity {

        @Override
        public String name() {
            return "";
        }

        @Override
        public boolean visibleTo(CustomerId customer) {
            return false;
        }
    }

    @Override
    protected TenantId newTenant() {
        TenantId tenant = super.newTenant();
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, ?, id from tenant_profile
                        """)
                .params(tenant.id(), tenant.toString())
                .update();
        return tenant;
    }

    @Override
    protected void relate(TenantId owner, String group, EntityId from, EntityId to, String type) {
        relations.save(
                owner,
                new RelationKey(from, to, type, RelationTypeGroup.valueOf(group)),
                null,
                null);
    }

    @Override
    protected void unrelate(TenantId owner, EntityId from, EntityId to, String type) {
        relations.delete(owner, new RelationKey(from, to, type, RelationTypeGroup.COMMON));
    }

    @Test
    void refusesARelationToAnEntityThatDoesNotExist() {
        TenantId tenant = newTenant();
        EntityId root = newEntity(tenant, EntityType.ASSET);
        EntityId deleted = newEntity(tenant, EntityType.DEVICE);
        EntityId former = newEntity(tenant, EntityType.DEVICE);
        MISSING.add(deleted.id());
        relate(tenant, "COMMON", root, former, "Contains");
        Relation wanted = new Relation(root, deleted, "Contains");

        assertFails(store().add(tenant, wanted, null));
        assertFails(store().addAsOnly(tenant, wanted, SearchDirection.FROM, null));

        assertThat(store().exists(tenant, root, former, "Contains").toCompletableFuture().join())
                .isTrue();
    }

    private static void assertFails(CompletionStage<Void> change) {
        assertThat(change.toCompletableFuture())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(NoSuchElementException.class)
                .withMessageContaining("does not exist");
    }

    @Test
    void refusesASearchThatFindsTooMuch() {
        TenantId tenant = newTenant();
        EntityId root = new DeviceId(TimeOrderedUuid.next()).entity();
        jdbc.sql(
                        """
                        insert into relation (tenant_id, from_type, from_id, type_group, type, to_type, to_id)
                        select ?, 'DEVICE', ?, 'COMMON', 'Contains', 'DEVICE', gen_random_uuid()
                          from generate_series(0, ?)
                        """)
                .params(tenant.id(), root.id(), RelationWalk.MAX_RELATIONS)
                .update();
        RelationsQuery query = new RelationsQuery(SearchDirection.FROM, 1, List.of(), false);

        assertThat(store().related(tenant, root, query).toCompletableFuture())
                .failsWithin(Duration.ofSeconds(30))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(StoreException.class)
                .withMessageContaining("more than " + RelationWalk.MAX_RELATIONS);
    }
}
