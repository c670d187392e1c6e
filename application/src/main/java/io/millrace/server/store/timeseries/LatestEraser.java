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
 * Deletes latest values whose series has gone, in memory and in their table, or goes back to older ones. Runs while
 * nothing is flushed, so what memory forgets does not come to the table any more. A value that is written meanwhile is
 * never lost: only what is not newer than the value that was found goes, and what comes in its place gives way to all that
 * is newer.
 */
final class LatestEraser {

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

    /** To be called in a transaction, between two flushes. */
    void erase(Connection connection, int key) throws SQLException {
        // Memory first, as readers do.
        @Nullable Sample inMemory = memory.of(entity()).get(key);
        Sample latest = later(inMemory, stored(connection, key));
        if (latest == null || !deletion.contains(latest.ts())) {
            return;
        }
        if (newest(connection, key, latest.ts(), latest.ts() + 1).isPresent()) {
            // Written since the series was deleted.
            return;
        }
        delete(connection, key, latest);
        memory.forget(entity(), key, latest);
        if (deletion.latest() == LatestPolicy.REWRITE) {
            // After memory has forgotten: whoever writes from here on is not hidden by the deleted
            // value.
            Optional<Sample> newest = newest(connection, key, Long.MIN_VALUE, Long.MAX_VALUE);
            LatestTable.upsert(
                    connection,
                    newest.map(sample -> new LatestRow(entity(), key, sample)).stream().toList());
        }
    }

    /** In all shapes that the entity has by now: a value may have come with a new one. */
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
        try (PreparedStatement select =
                prepare(
                        connection,
                        "select ts, seq, val from ts_latest where entity_id = ? and key_id = ?",
                        key)) {
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

    private void delete(Connection connection, int key, Sample upTo) throws SQLException {
        try (PreparedStatement delete =
                prepare(
                        connection,
                        "delete from ts_latest where entity_id = ? and key_id = ? and (ts, seq) <= (?, ?)",
                        key)) {
            delete.setLong(3, upTo.ts());
            delete.setLong(4, upTo.seq());
            delete.executeUpdate();
        }
    }

    private PreparedStatement prepare(Connection connection, String sql, int key)
            throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statement.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
        statement.setObject(1, entity());
        statement.setInt(2, key);
        return statement;
    }
}
