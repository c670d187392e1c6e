// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.periodic.RowPace;
import io.millrace.server.platform.settings.RetentionSettings;
import java.util.List;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The data of entities and tenants in the large tables, which have no foreign keys. It is erased in portions, one
 * transaction each, so that none blocks others or takes long to roll back, at a limited rate. Used by one thread.
 */
@Component
final class StoredData {

    private static final int ROWS_AT_ONCE = 10_000;
    private static final int MESSAGES_AT_ONCE = 500;
    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private static final List<String> SERIES_TABLES = List.of("ts_row", "ts_row_catch_all");

    private static final List<String> ENTITY_TABLES =
            List.of("ts_row", "ts_row_catch_all", "ts_latest", "attribute", "ts_entity_shape");

    private static final List<String> DEVICE_TABLES =
            List.of("active_device", "device_connection", "device_event");

    private static final List<String> DICTIONARIES = List.of("ts_shape", "key_dictionary");

    private final JdbcClient jdbc;
    private final RowPace pace;

    StoredData(JdbcClient jdbc, RetentionSettings settings) {
        this.jdbc = jdbc;
        this.pace = new RowPace(settings.rowsPerSecond());
    }

    private record Series(UUID entity, int shape) {}

    /**
     * Erases time series, attributes, activity, connections, events, alarms and watches of entities. The entities are in
     * the table {@code deleted_entity}, which has their tenants.
     */
    void eraseEntities(List<UUID> entities) throws InterruptedException {
        UUID[] ids = entities.toArray(UUID[]::new);
        eraseAlarms(ids);
        List<Series> series =
                jdbc.sql(
                                "select entity_id, shape_id from ts_entity_shape where entity_id = any(:entities)")
                        .param("entities", ids)
                        .query((row, _) ->
                                new Series(
                                        row.getObject("entity_id", UUID.class),
                                        row.getInt("shape_id")))
                        .list();
        for (String table : SERIES_TABLES) {
            for (Series each : series) {
                erase(table, each);
            }
        }
        // Few rows are left: those stored after their shape was erased.
        ENTITY_TABLES.forEach(table ->
                jdbc.sql("delete from %s where entity_id = any(:entities)".formatted(table))
                        .param("entities", ids)
                        .update());
        DEVICE_TABLES.forEach(table ->
                jdbc.sql("delete from %s where device_id = any(:entities)".formatted(table))
                        .param("entities", ids)
                        .update());
        jdbc.sql(
                        """
                        delete from message_watch w using deleted_entity d
                         where d.entity_id = any(:entities) and w.tenant_id = d.tenant_id and w.entity_id = d.entity_id
                        """)
                .param("entities", ids)
                .update();
    }

    /** Erases alarms whose originators the entities are. Alarms that were only propagated to them are no longer shown there. */
    private void eraseAlarms(UUID[] entities) throws InterruptedException {
        inPortions(
                """
                delete from alarm where id in
                    (select a.id from deleted_entity d
                       join alarm a on a.tenant_id = d.tenant_id and a.originator_id = d.entity_id
                      where d.entity_id = any(:entities) limit :rows)
                """,
                "entities",
                entities);
        inPortions(
                """
                delete from entity_alarm where (entity_id, alarm_id) in
                    (select entity_id, alarm_id from entity_alarm where entity_id = any(:entities) limit :rows)
                """,
                "entities",
                entities);
    }

    /** Erases a series along the primary key, oldest first; a time stamp bounds each portion. */
    private void erase(String table, Series series) throws InterruptedException {
        int erased;
        do {
            erased =
                    jdbc.sql(
                                    """
                                    delete from %1$s where entity_id = :entity and shape_id = :shape and ts <= coalesce(
                                        (select ts from %1$s where entity_id = :entity and shape_id = :shape
                                          order by ts offset :rows - 1 limit 1), :max)
                                    """
                                            .formatted(table))
                            .param("entity", series.entity())
                            .param("shape", series.shape())
                            .param("rows", ROWS_AT_ONCE)
                            .param("max", Long.MAX_VALUE)
                            .update();
            pace.pause(erased);
        } while (erased >= ROWS_AT_ONCE);
    }

    /**
     * Erases a tenant's dead letters, its messages pending in nodes, and its in-flight messages, which a restart would
     * resume.
     */
    void eraseDeliveries(TenantId tenant) throws InterruptedException {
        eraseRows("dead_letter", tenant);
        eraseRows("pending_message", tenant);
        eraseInFlight(tenant);
        eraseAllOf("overloaded_tenant", tenant);
    }

    /** Erases the counts of a tenant's device events that were not stored. */
    void eraseDroppedEvents(TenantId tenant) {
        jdbc.sql("delete from device_event where tenant_id = :tenant and device_id is null")
                .param("tenant", tenant.id())
                .update();
    }

    /** Erases a tenant's kept messages and its watches. */
    void eraseHistory(TenantId tenant) {
        eraseAllOf("message_watch", tenant);
        eraseAllOf("kept_message_limit", tenant);
        UUID[] ids;
        do {
            ids =
                    jdbc.sql(
                                    "select id from kept_message where tenant_id = :tenant order by id limit :rows")
                            .param("tenant", tenant.id())
                            .param("rows", MESSAGES_AT_ONCE)
                            .query(UUID.class)
                            .list()
                            .toArray(UUID[]::new);
            // The row of the message goes last: until then a repetition finds the others.
            for (String rows :
                    List.of(
                            "kept_content where kept_id",
                            "kept_visit where kept_id",
                            "kept_message where id")) {
                jdbc.sql("delete from %s = any(:ids)".formatted(rows)).param("ids", ids).update();
            }
        } while (ids.length == MESSAGES_AT_ONCE);
    }

    /** Erases a tenant's alarms. */
    void eraseAlarms(TenantId tenant) throws InterruptedException {
        eraseRows("alarm", tenant);
    }

    private void eraseRows(String table, TenantId tenant) throws InterruptedException {
        inPortions(
                "delete from %1$s where id in (select id from %1$s where tenant_id = :tenant limit :rows)"
                        .formatted(table),
                "tenant",
                tenant.id());
    }

    /**
     * Repeats a statement as long as it changes the greatest number of rows.
     *
     * @param sql has the parameter {@code rows}, the greatest number, beside that of the caller
     */
    private void inPortions(String sql, String parameter, Object value)
            throws InterruptedException {
        int changed;
        do {
            changed = jdbc.sql(sql).param(parameter, value).param("rows", ROWS_AT_ONCE).update();
            pace.pause(changed);
        } while (changed >= ROWS_AT_ONCE);
    }

    private record InFlight(UUID delivery, TenantId tenant) {}

    /** Reads all in-flight messages, because only the message names the tenant. */
    private void eraseInFlight(TenantId tenant) {
        UUID last = BEFORE_ALL;
        List<InFlight> page = inFlightAfter(last);
        while (!page.isEmpty()) {
            UUID[] own =
                    page.stream()
                            .filter(each -> each.tenant().equals(tenant))
                            .map(InFlight::delivery)
                            .toArray(UUID[]::new);
            if (own.length > 0) {
                jdbc.sql("delete from in_flight where delivery_id = any(:deliveries)")
                        .param("deliveries", own)
                        .update();
            }
            last = page.getLast().delivery();
            page = inFlightAfter(last);
        }
    }

    private List<InFlight> inFlightAfter(UUID last) {
        return jdbc.sql(
                        """
                        select delivery_id, message from in_flight where delivery_id > :last
                         order by delivery_id limit :rows
                        """)
                .param("last", last)
                .param("rows", MESSAGES_AT_ONCE)
                .query((row, _) ->
                        new InFlight(
                                row.getObject("delivery_id", UUID.class),
                                RuleMessageCodec.decode(row.getBytes("message")).tenant()))
                .list();
    }

    /** Erases the dictionaries of a tenant's keys and shapes. Call it when no row refers to them. */
    void eraseDictionaries(TenantId tenant) {
        DICTIONARIES.forEach(table -> eraseAllOf(table, tenant));
    }

    private void eraseAllOf(String table, TenantId tenant) {
        jdbc.sql("delete from %s where tenant_id = :tenant".formatted(table))
                .param("tenant", tenant.id())
                .update();
    }
}
