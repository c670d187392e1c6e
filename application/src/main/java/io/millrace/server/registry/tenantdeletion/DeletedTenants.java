// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantdeletion;

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

/**
 * The tables {@code tenant_deletion} and {@code tenant_deletion_entity}: deleted tenants whose stored data is not
 * erased yet, and the ids of their entities.
 */
@Component
final class DeletedTenants {

    /** Query timeout; a tenant may have a million devices. */
    private static final Duration LONGEST_STATEMENT = Duration.ofMinutes(4);

    /**
     * The tables of a tenant's entities, each before the tables that its rows refer to. Rows of other tables are
     * deleted with these by foreign keys.
     */
    private static final List<String> ENTITY_TABLES =
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
     * Deletes a tenant and its entities, in the caller's transaction, and notes their ids.
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
        ENTITY_TABLES.forEach(table -> move(table, "tenant_id", tenant));
        tellOfChanges(true);
        move("tenant", "id", tenant);
        return true;
    }

    private void tellOfChanges(boolean tell) {
        jdbc.sql("select set_config('millrace.quiet', :quiet, true)")
                .param("quiet", tell ? "off" : "on")
                .query(String.class)
                .single();
    }

    private void move(String table, String tenantColumn, TenantId tenant) {
        jdbc.sql(
                        """
                        with gone as (delete from %s where %s = :tenant returning id)
                        insert into tenant_deletion_entity (tenant_id, entity_id) select :tenant, id from gone
                        """
                                .formatted(table, tenantColumn))
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

    /** Returns at most {@code limit} entities of a tenant: those that have been erased once, or those that have not. */
    List<UUID> entities(TenantId tenant, boolean erased, int limit) {
        return jdbc.sql(
                        """
                        select entity_id from tenant_deletion_entity
                         where tenant_id = :tenant and erased = :erased order by entity_id limit :limit
                        """)
                .param("tenant", tenant.id())
                .param("erased", erased)
                .param("limit", limit)
                .query((row, _) -> row.getObject("entity_id", UUID.class))
                .list();
    }

    /** Notes that entities have been erased for the first time. */
    void erased(TenantId tenant, List<UUID> entities) {
        jdbc.sql(
                        """
                        update tenant_deletion_entity set erased = true
                         where tenant_id = :tenant and not erased and entity_id = any(:entities)
                        """)
                .param("tenant", tenant.id())
                .param("entities", entities.toArray(UUID[]::new))
                .update();
    }

    /** Removes entities that have been erased for the second time. */
    void forget(TenantId tenant, List<UUID> entities) {
        jdbc.sql(
                        """
                        delete from tenant_deletion_entity
                         where tenant_id = :tenant and erased and entity_id = any(:entities)
                        """)
                .param("tenant", tenant.id())
                .param("entities", entities.toArray(UUID[]::new))
                .update();
    }

    /** Removes a tenant of which nothing is left to erase. */
    void forget(TenantId tenant) {
        jdbc.sql("delete from tenant_deletion where tenant_id = :tenant")
                .param("tenant", tenant.id())
                .update();
    }
}
