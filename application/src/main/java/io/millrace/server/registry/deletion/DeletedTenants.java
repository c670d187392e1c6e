// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.message.id.TenantId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The table {@code tenant_deletion}: deleted tenants whose stored data is not erased yet. */
@Component
final class DeletedTenants {

    /** Query timeout; a tenant may have a million devices. */
    private static final Duration LONGEST_STATEMENT = Duration.ofMinutes(4);

    /**
     * The tables of a tenant's entities, each before the tables that its rows refer to. Rows of other tables are
     * deleted with these by foreign keys.
     */
    static final List<String> ENTITY_TABLES =
            List.of(
                    "user_account",
                    "entity_view",
                    "device",
                    "device_profile",
                    "asset",
                    "asset_profile",
                    "rule_chain",
                    "customer");

    private final JdbcClient jdbc;
    private final Clock clock;

    DeletedTenants(DataSource dataSource, Clock clock) {
        JdbcTemplate patient = new JdbcTemplate(dataSource);
        patient.setQueryTimeout((int) LONGEST_STATEMENT.toSeconds());
        this.jdbc = JdbcClient.create(patient);
        this.clock = clock;
    }

    /** A deleted tenant. */
    record Deleted(TenantId tenant, Instant time) {}

    /**
     * Deletes a tenant and its entities, in the caller's transaction.
     *
     * @return false if the tenant does not exist
     */
    boolean add(TenantId tenant) {
        // Waits for transactions that add entities to the tenant. Later ones find no tenant.
        boolean exists =
                jdbc.sql("select id from tenant where id = :tenant for update")
                        .param("tenant", tenant.id())
                        .query(UUID.class)
                        .optional()
                        .isPresent();
        if (!exists) {
            return false;
        }
        jdbc.sql("insert into tenant_deletion (tenant_id, deleted_time) values (:tenant, :now)")
                .param("tenant", tenant.id())
                .param("now", clock.millis())
                .update();
        // Other instances are notified of the tenant alone, not of each of its entities.
        tellOfChanges(false);
        ENTITY_TABLES.forEach(table -> delete(table, "tenant_id", tenant));
        tellOfChanges(true);
        delete("tenant", "id", tenant);
        return true;
    }

    private void tellOfChanges(boolean tell) {
        jdbc.sql("select set_config('millrace.quiet', :quiet, true)")
                .param("quiet", tell ? "off" : "on")
                .query(String.class)
                .single();
    }

    private void delete(String table, String tenantColumn, TenantId tenant) {
        jdbc.sql("delete from %s where %s = :tenant".formatted(table, tenantColumn))
                .param("tenant", tenant.id())
                .update();
    }

    /** All deleted tenants, the earliest deletion first. */
    List<Deleted> all() {
        return jdbc.sql("select tenant_id, deleted_time from tenant_deletion order by deleted_time")
                .query((row, _) -> deleted(row))
                .list();
    }

    private static Deleted deleted(ResultSet row) throws SQLException {
        return new Deleted(
                new TenantId(row.getObject("tenant_id", UUID.class)),
                Instant.ofEpochMilli(row.getLong("deleted_time")));
    }

    /** Removes a tenant of which nothing is left to erase. */
    void forget(TenantId tenant) {
        jdbc.sql("delete from tenant_deletion where tenant_id = :tenant")
                .param("tenant", tenant.id())
                .update();
    }
}
