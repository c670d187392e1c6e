// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.server.platform.postgres.TestDatabase;
import io.millrace.server.platform.settings.RetentionSettings;
import io.millrace.server.registry.tenant.TenantDeleted;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class ErasureLifecycleIT {

    private final DataSource database = TestDatabase.freshDatabase();
    private final JdbcClient jdbc = JdbcClient.create(database);
    private final RowsWithIds rows = new RowsWithIds(jdbc);
    private final DeletedTenants tenants = new DeletedTenants(database, Clock.systemUTC());
    private final List<Object> events = new CopyOnWriteArrayList<>();
    private final ErasureLifecycle instance =
            new ErasureLifecycle(
                    new DeletedEntities(jdbc, Clock.systemUTC()),
                    tenants,
                    new StoredData(jdbc, new RetentionSettings(Duration.ofHours(1), 1_000_000)),
                    database,
                    events::add,
                    Clock.systemUTC());
    private final TenantId tenant = new TenantId(TimeOrderedUuid.next());

    @BeforeEach
    void deleteATenantAndDie() {
        jdbc.sql(
                        """
                        insert into tenant (id, created_time, title, tenant_profile_id)
                        select ?, 0, 'T', id from tenant_profile
                        """)
                .param(tenant.id())
                .update();
        jdbc.sql(
                        "insert into attribute (entity_id, updated_at, key_id, scope, val) values (?, 1, 1, 2, '1')")
                .param(tenant.id())
                .update();
        new TransactionTemplate(new JdbcTransactionManager(database))
                .executeWithoutResult(_ -> tenants.add(tenant));
    }

    @AfterEach
    void stop() {
        instance.stop();
    }

    private Set<String> tables() {
        return rows.tablesWith(Set.of(tenant.id()));
    }

    @Test
    void aStartingInstanceContinuesAnErasureOfAnotherOne() {
        instance.start();

        await().untilAsserted(() -> assertThat(tables()).doesNotContain("attribute"));
        assertThat(events).contains(new TenantDeleted(tenant));
    }

    @Test
    void oneInstanceErasesAndAllHearOfIt() throws SQLException {
        try (Connection other = database.getConnection();
                Statement lock = other.createStatement()) {
            lock.execute("select pg_advisory_lock(%d)".formatted(ErasureLifecycle.LOCK));
            instance.start();
            await().until(() -> events.contains(new TenantDeleted(tenant)));
            events.clear();
            instance.wake();
            await().until(() -> events.contains(new TenantDeleted(tenant)));
            assertThat(tables()).contains("attribute");
            lock.execute("select pg_advisory_unlock(%d)".formatted(ErasureLifecycle.LOCK));
        }
        instance.wake();

        await().untilAsserted(() -> assertThat(tables()).doesNotContain("attribute"));
    }
}
