// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deletion;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * Which tables hold rows with given ids, among all that the database has: a table that is added later is looked at,
 * too.
 */
final class RowsWithIds {

    /** @param array true if it holds an array of ids */
    private record Column(String table, String name, boolean array) {

        /** The condition of rows that have one of the ids. It compares ids, not texts, because it reads whole tables. */
        String hasAnyId() {
            return array ? name + " && :ids" : name + " = any(:ids)";
        }
    }

    private final JdbcClient jdbc;
    private final List<Column> columns;

    RowsWithIds(JdbcClient jdbc) {
        this.jdbc = jdbc;
        this.columns =
                jdbc.sql(
                                """
                                select c.table_name, c.column_name, c.udt_name = '_uuid'
                                  from information_schema.columns c
                                  join pg_class t on t.relname = c.table_name
                                   and t.relnamespace = c.table_schema::regnamespace
                                 where c.table_schema = 'public' and c.udt_name in ('uuid', '_uuid')
                                   and t.relkind in ('r', 'p') and not t.relispartition
                                """)
                        .query((row, _) ->
                                new Column(row.getString(1), row.getString(2), row.getBoolean(3)))
                        .list();
    }

    /** All tables that know ids. */
    Set<String> tables() {
        return columns.stream().map(Column::table).collect(Collectors.toCollection(TreeSet::new));
    }

    /** The tables with a row that has one of the ids in any column. */
    Set<String> tablesWith(Set<UUID> ids) {
        return columns.stream()
                .filter(column -> has(column, ids))
                .map(Column::table)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /**
     * The rows that have one of the ids in any column, in their present versions: a row that is written again is another
     * one. Each begins with the name of its table.
     */
    Set<String> versionsWith(Set<UUID> ids) {
        return columns.stream()
                .flatMap(column -> versions(column, ids).stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Waits until the messages that were running have ended, and what is written behind is written. */
    void awaitThatNothingIsWritten(Set<UUID> ids) {
        AtomicReference<Set<String>> last = new AtomicReference<>(Set.of());
        await().during(Duration.ofSeconds(2))
                .until(() -> {
                    Set<String> now = versionsWith(ids);
                    return now.equals(last.getAndSet(now));
                });
    }

    private List<String> versions(Column column, Set<UUID> ids) {
        return jdbc.sql(
                        "select concat_ws(' ', '%1$s', tableoid, ctid, xmin) from %1$s where %2$s"
                                .formatted(column.table(), column.hasAnyId()))
                .param("ids", ids.toArray(UUID[]::new))
                .query((row, _) -> row.getString(1))
                .list();
    }

    private boolean has(Column column, Set<UUID> ids) {
        return jdbc.sql(
                        "select exists (select from %s where %s)"
                                .formatted(column.table(), column.hasAnyId()))
                .param("ids", ids.toArray(UUID[]::new))
                .query(Boolean.class)
                .single();
    }
}
