// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.groupcommit.OpenTransaction;
import io.millrace.server.platform.groupcommit.SqlFault;
import io.millrace.server.platform.groupcommit.StaleCacheException;
import io.millrace.server.store.timeseries.EntityShapes.EntityShape;
import io.millrace.server.store.timeseries.EntityShapes.ShapeState;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Writes rows to the tables of the series. A row that is newer than all others of its entity and shape is written
 * without looking for an earlier one, and the write fails if there is one; all other rows are written by an upsert. Many
 * rows are written by {@code COPY}, which costs least for a row; a few by an insert, which saves {@code COPY}'s two more
 * round trips. Used by one thread.
 */
final class SeriesTable {

    /** The largest number of rows that are inserted, not copied. */
    private static final int FEW = 32;

    /** Values become JSON one by one, as in {@link LatestTable}. */
    private static final String INSERT =
            """
            insert into %s as r (entity_id, ts, seq, shape_id, vals, message_id)
            select entity, ts, seq, shape, vals::jsonb, message
            from unnest(?::uuid[], ?::bigint[], ?::bigint[], ?::int[], ?::text[], ?::uuid[])
              as u (entity, ts, seq, shape, vals, message)\
            """;

    private static final String INSERT_INTO_SERIES = INSERT.formatted("ts_row");
    private static final String MERGE =
            INSERT
                    + """

                    on conflict (entity_id, shape_id, ts) do update set
                      seq = excluded.seq,
                      message_id = excluded.message_id,
                      vals = case when r.shape_id <= 0 then r.vals || excluded.vals else excluded.vals end
                    where excluded.seq > r.seq\
                    """;
    private static final String MERGE_INTO_SERIES = MERGE.formatted("ts_row");
    private static final String MERGE_INTO_CATCH_ALL = MERGE.formatted("ts_row_catch_all");

    private final EntityShapes entityShapes;
    private final Window window;
    private final WriteCounters counters;
    private final CopyBuffer copyBuffer = new CopyBuffer();

    /** Cached newest rows that proved to be stale. */
    private Set<EntityShape> stale = Set.of();

    SeriesTable(EntityShapes entityShapes, Window window, WriteCounters counters) {
        this.entityShapes = entityShapes;
        this.window = window;
        this.counters = counters;
    }

    /** The rows, divided by how they are written. */
    private record Plan(
            List<SeriesRow> appended,
            Map<RowKey, SeriesRow> merged,
            Map<RowKey, SeriesRow> catchAll) {

        Plan() {
            this(new ArrayList<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
        }

        boolean onlyAppends() {
            return merged.isEmpty() && catchAll.isEmpty();
        }

        static void merge(Map<RowKey, SeriesRow> into, SeriesRow row) {
            into.merge(
                    new RowKey(row.entity(), row.shapeId(), row.ts()), row, SeriesRow::replacedBy);
        }
    }

    private record RowKey(UUID entity, int shapeId, long ts) {}

    /**
     * Stores the rows.
     *
     * @param isAll true if the transaction has no other statement than those of this method
     * @return an action to run after the commit
     * @throws StaleCacheException if a row to be appended is in the table already: another process has written it, or this
     *     process has restarted. The next call reads the newest rows again before it plans.
     */
    Runnable insert(Connection connection, List<SeriesRow> rows, boolean isAll)
            throws SQLException {
        if (rows.isEmpty()) {
            return () -> {};
        }
        if (!stale.isEmpty()) {
            entityShapes.refresh(connection, stale);
            stale = Set.of();
        }
        Plan plan = plan(rows);
        Set<EntityShape> used = used(rows);
        if (isAll && plan.onlyAppends() && entityShapes.areRegistered(used)) {
            OpenTransaction.consistsOfNextStatement(connection);
        }
        try {
            append(connection, plan.appended());
        } catch (SQLException e) {
            if (!SqlFault.isUniqueViolation(e)) {
                throw e;
            }
            counters.batchRepeated();
            stale = used(plan.appended());
            throw new StaleCacheException(e);
        }
        insert(connection, MERGE_INTO_SERIES, plan.merged().values());
        insert(connection, MERGE_INTO_CATCH_ALL, plan.catchAll().values());
        List<ShapeState> registered = entityShapes.register(connection, used);
        int appended = plan.appended().size();
        int merged = plan.merged().size() + plan.catchAll().size();
        return () -> {
            registered.forEach(ShapeState::register);
            counters.written(appended, merged);
        };
    }

    private Plan plan(List<SeriesRow> rows) {
        Plan plan = new Plan();
        Window.Bounds bounds = window.now();
        for (SeriesRow row : rows) {
            if (!bounds.contain(row.ts())) {
                Plan.merge(plan.catchAll(), row);
                continue;
            }
            ShapeState state = entityShapes.state(row.entity(), row.shapeId());
            if (row.ts() > state.newest()) {
                state.newest(row.ts());
                plan.appended().add(row);
            } else {
                Plan.merge(plan.merged(), row);
            }
        }
        return plan;
    }

    private static Set<EntityShape> used(List<SeriesRow> rows) {
        Set<EntityShape> used = new LinkedHashSet<>();
        rows.forEach(row -> used.add(new EntityShape(row.entity(), row.shapeId())));
        return used;
    }

    private void append(Connection connection, List<SeriesRow> rows) throws SQLException {
        if (rows.size() > FEW) {
            copyBuffer.copyIfAny(connection, rows);
        } else {
            insert(connection, INSERT_INTO_SERIES, rows);
        }
    }

    private static void insert(Connection connection, String sql, Collection<SeriesRow> rows)
            throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        int size = rows.size();
        Object[] entities = new Object[size];
        long[] ts = new long[size];
        long[] seqs = new long[size];
        Object[] shapes = new Object[size];
        Object[] vals = new Object[size];
        @Nullable Object[] messages = new @Nullable Object[size];
        int i = 0;
        for (SeriesRow row : rows) {
            entities[i] = row.entity();
            ts[i] = row.ts();
            seqs[i] = row.seq();
            shapes[i] = row.shapeId();
            vals[i] = row.vals();
            messages[i] = row.message();
            i++;
        }
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            insert.setArray(1, connection.createArrayOf("uuid", entities));
            insert.setObject(2, ts);
            insert.setObject(3, seqs);
            insert.setArray(4, connection.createArrayOf("int4", shapes));
            insert.setArray(5, connection.createArrayOf("text", vals));
            insert.setArray(6, connection.createArrayOf("uuid", messages));
            insert.execute();
        }
    }
}
