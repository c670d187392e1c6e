// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.MovedClock;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.RetentionSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class ErasureIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final TransactionTemplate transaction =
            new TransactionTemplate(new JdbcTransactionManager(database));
    private final MovedClock clock = new MovedClock(Instant.now());
    private final DeletedEntities entities = new DeletedEntities(jdbc, clock);
    private final DeletedTenants tenants = new DeletedTenants(database, clock);
    private final StoredData data =
            new StoredData(jdbc, new RetentionSettings(Duration.ofHours(1), 1_000_000));
    private final RowsWithIds rows = new RowsWithIds(jdbc);

    private TenantId newTenant() {
        TenantId tenant = new TenantId(TimeOrderedUuid.next());
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, ?, id from tenant_profile
                        """)
                .params(tenant.id(), tenant.toString())
                .update();
        jdbc.sql("insert into key_dictionary (tenant_id, key) values (?, 'a')")
                .param(tenant.id())
                .update();
        return tenant;
    }

    private UUID newCustomer(TenantId tenant) {
        UUID id = TimeOrderedUuid.next();
        jdbc.sql("insert into customer (id, created_time, tenant_id, title) values (?, 0, ?, 'C')")
                .params(id, tenant.id())
                .update();
        return id;
    }

    private void deleteCustomer(UUID id) {
        jdbc.sql("delete from customer where id = ?").param(id).update();
    }

    private void store(UUID entity, int key) {
        jdbc.sql(
                        "insert into attribute (entity_id, updated_at, key_id, scope, val) values (?, 1, ?, 2, '1')")
                .params(entity, key)
                .update();
    }

    private boolean delete(TenantId tenant) {
        return Boolean.TRUE.equals(transaction.execute(_ -> tenants.add(tenant)));
    }

    /** As a process does that starts now. */
    private Erasure newProcess() {
        return new Erasure(entities, tenants, data, clock);
    }

    private Set<String> tablesWith(TenantId tenant) {
        return rows.tablesWith(Set.of(tenant.id()));
    }

    @Test
    void everyTableOfEntitiesNotesWhatIsDeletedFromIt() {
        List<@Nullable String> noting =
                jdbc.sql(
                                """
                                select relname from pg_trigger t join pg_class c on c.oid = t.tgrelid
                                 where tgname = 'note_deleted_entities'
                                """)
                        .query(String.class)
                        .list();

        assertThat(noting).contains("tenant").containsAll(DeletedTenants.ENTITY_TABLES);
    }

    @Test
    void erasesTheDataOfADeletedEntityAndWhatRunningMessagesHaveStoredAfterIt()
            throws InterruptedException {
        TenantId tenant = newTenant();
        UUID customer = newCustomer(tenant);
        store(customer, 1);
        store(tenant.id(), 1);
        Erasure erasure = newProcess();
        deleteCustomer(customer);
        erasure.advance();
        assertThat(rows.tablesWith(Set.of(customer))).containsExactly("deleted_entity");
        store(customer, 2);
        clock.pass(Erasure.LONGEST_WAY.dividedBy(2));
        erasure.advance();
        assertThat(rows.tablesWith(Set.of(customer))).contains("attribute");

        clock.pass(Erasure.LONGEST_WAY.dividedBy(2));
        erasure.advance();

        assertThat(rows.tablesWith(Set.of(customer))).isEmpty();
        assertThat(tablesWith(tenant)).contains("tenant", "attribute", "key_dictionary");
    }

    @Test
    void noteOfAnEntityIsUndoneWithItsDeletion() {
        UUID customer = newCustomer(newTenant());

        transaction.executeWithoutResult(status -> {
            deleteCustomer(customer);
            status.setRollbackOnly();
        });

        assertThat(entities.notErased(1)).isEmpty();
    }

    @Test
    void goesOnWhereAProcessWasKilled() throws InterruptedException {
        TenantId tenant = newTenant();
        store(tenant.id(), 1);
        delete(tenant);
        assertThat(tablesWith(tenant)).contains("attribute");

        newProcess().advance();

        assertThat(tablesWith(tenant))
                .containsExactlyInAnyOrder("key_dictionary", "tenant_deletion", "deleted_entity");
    }

    @Test
    void erasesAgainTheDataThatRunningMessagesHaveStored() throws InterruptedException {
        TenantId tenant = newTenant();
        store(tenant.id(), 1);
        delete(tenant);
        Erasure erasure = newProcess();
        erasure.advance();
        store(tenant.id(), 2);
        clock.pass(Erasure.LONGEST_WAY.dividedBy(2));
        erasure.advance();
        assertThat(tablesWith(tenant)).contains("attribute");

        clock.pass(Erasure.LONGEST_WAY.dividedBy(2));
        erasure.advance();

        assertThat(tablesWith(tenant)).isEmpty();
    }

    @Test
    void afterARestartWaitsForTheMessagesThatItTakesUpAgain() throws InterruptedException {
        TenantId tenant = newTenant();
        delete(tenant);
        clock.pass(Erasure.LONGEST_WAY.multipliedBy(3));

        Erasure erasure = newProcess();
        erasure.advance();

        assertThat(tablesWith(tenant)).contains("tenant_deletion");
        clock.pass(Erasure.LONGEST_WAY);
        erasure.advance();
        assertThat(tablesWith(tenant)).isEmpty();
    }

    @Test
    void afterAnOutageWaitsForTheMessagesThatStoodStill() throws InterruptedException {
        TenantId tenant = newTenant();
        delete(tenant);
        Erasure erasure = newProcess();
        erasure.advance();
        clock.pass(Erasure.LONGEST_WAY);
        erasure.databaseWasAway();
        erasure.advance();
        store(tenant.id(), 1);
        assertThat(tablesWith(tenant)).contains("attribute");

        clock.pass(Erasure.LONGEST_WAY);
        erasure.advance();

        assertThat(tablesWith(tenant)).isEmpty();
    }

    @Test
    void aTenantIsDeletedOnce() {
        TenantId tenant = newTenant();

        assertThat(delete(tenant)).isTrue();
        assertThat(delete(tenant)).isFalse();
        assertThat(tenants.all()).hasSize(1);
    }

    @Test
    void manyEntitiesAreErasedPageByPage() throws InterruptedException {
        TenantId tenant = newTenant();
        jdbc.sql(
                        """
                        with p as (insert into device_profile (id, created_time, tenant_id, name, profile_data)
                                   values (gen_random_uuid(), 0, :tenant, 'P', '{}') returning id),
                             d as (insert into device (id, created_time, tenant_id, device_profile_id, name)
                                   select gen_random_uuid(), 0, :tenant, p.id, n::text from p, generate_series(1, 1000) n
                                   returning id)
                        insert into attribute (entity_id, updated_at, key_id, scope, val) select id, 1, 1, 2, '1' from d
                        """)
                .param("tenant", tenant.id())
                .update();
        List<@Nullable UUID> devices = jdbc.sql("select id from device").query(UUID.class).list();
        store(UUID.randomUUID(), 1);
        delete(tenant);
        assertThat(devices).hasSize(1000);

        newProcess().advance();

        assertThat(jdbc.sql("select count(*) from attribute").query(Long.class).single())
                .isEqualTo(1);
    }
}
