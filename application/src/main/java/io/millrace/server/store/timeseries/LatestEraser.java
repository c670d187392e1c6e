// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Deletes latest values after their series was deleted, in memory and in their table, or replaces them by older values.
 * Runs while no flush is running, so that a value removed from memory cannot reach the table later. Concurrent writes
 * are never lost: only values that are not newer than the value found at the start are deleted, and a replacement never
 * overwrites a newer value.
 */
final class LatestEraser {

    private static final String NEWEST =
            """
            select l.ts, l.seq, l.vals -> coalesce(array_position(s.keys, ?) - 1, 0)
            from ts_latest l left join ts_shape s on s.id = l.shape_id
            where l.entity_id = ? and (l.shape_id = -? or ? = any (s.keys))
            order by l.ts desc, l.seq desc limit 1\
            """;

    private static final String DELETE =
            """
            with deleted as (
              delete from ts_latest l
              where entity_id = ? and (ts, seq) <= (?, ?)
                and (shape_id = -?
                  or exists (select from ts_shape s where s.id = l.shape_id and ? = any (s.keys)))
              returning entity_id, ts, seq, shape_id, vals
            )
            insert into ts_latest as l (entity_id, ts, seq, shape_id, vals)
            select distinct on (v.key_id) d.entity_id, d.ts, d.seq, -v.key_id, jsonb_build_array(v.val)
            from deleted d
            join ts_shape s on s.id = d.shape_id
            cross join lateral rows from (unnest(s.keys), jsonb_array_elements(d.vals)) as v (key_id, val)
            where v.key_id <> ?
            order by v.key_id desc, d.ts desc, d.seq desc
            """
                    + LatestTable.UNLESS_OLDER;

    private final LatestValues memory;
    private final TimeseriesDeletion deletion;
    private final EntityKeys keys;
    private final Duration timeout;

    LatestEraser(
            LatestValues memory, TimeseriesDeletion deletion, EntityKeys keys, Duration timeout) {
        this.memory = memory;
        this.deletion = deletion;
        this.keys = keys;
        this.timeout = timeout;
    }

    private UUID entity() {
        return deletion.entity().id();
    }

    /** Deletes or replaces the latest value of a key. Call it in a transaction, between two flushes. */
    void erase(Connection connection, int key) throws SQLException {
        // Read memory before the table, as readers do.
        @Nullable Sample inMemory = memory.of(entity()).get(key);
        Sample latest = later(inMemory, stored(connection, key));
        if (latest == null || !deletion.contains(latest.ts())) {
            return;
        }
        if (newest(connection, key, latest.ts(), latest.ts() + 1).isPresent()) {
            // The value was written after the series was deleted.
            return;
        }
        delete(connection, key, latest);
        memory.forget(entity(), key, latest);
        if (deletion.latest() == LatestPolicy.REWRITE) {
            // Only after the value was removed from memory: the deleted value can no longer hide
            // later writes.
            Optional<Sample> newest = newest(connection, key, Long.MIN_VALUE, Long.MAX_VALUE);
            LatestTable.upsert(
                    connection,
                    newest.map(sample -> LatestRow.alone(entity(), key, sample)).stream().toList());
        }
    }

    /** Searches all current shapes of the entity, because a new value may have a new shape. */
    private Optional<Sample> newest(Connection connection, int key, long startTs, long endTs)
            throws SQLException {
        Map<Integer, Shape> shapes = keys.shapes(connection, deletion.tenant(), entity());
        return new SeriesQuery(entity(), key, shapes).newest(connection, startTs, endTs, timeout);
    }

    private static @Nullable Sample later(@Nullable Sample a, @Nullable Sample b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return Sample.later(a, b);
    }

    private @Nullable Sample stored(Connection connection, int key) throws SQLException {
        try (PreparedStatement select = prepare(connection, NEWEST)) {
            select.setInt(1, key);
            select.setObject(2, entity());
            select.setInt(3, key);
            select.setInt(4, key);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next()
                        ? new Sample(
                                rows.getLong(1),
                                rows.getLong(2),
                                JsonbValues.parse(rows.getString(3)))
                        : null;
            }
        }
    }

    /** Deletes the rows with the key that are not later than a value; their other values stay, each alone. */
    private void delete(Connection connection, int key, Sample upTo) throws SQLException {
        try (PreparedStatement delete = prepare(connection, DELETE)) {
            delete.setObject(1, entity());
            delete.setLong(2, upTo.ts());
            delete.setLong(3, upTo.seq());
            delete.setInt(4, key);
            delete.setInt(5, key);
            delete.setInt(6, key);
            delete.execute();
        }
    }

    private PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
        return statement;
    }
}
