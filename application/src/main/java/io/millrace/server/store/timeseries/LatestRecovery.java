// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Recovers the latest values that a crash kept from {@code ts_latest}: reads the rows that former writers stored after
 * their checkpoints. An index finds these rows. Writers that stopped in order have left no checkpoint.
 */
final class LatestRecovery {

    private static final String RECOVER =
            """
            with missed as (
              select r.entity_id, r.ts, r.seq, r.shape_id, r.vals
              from %s r
              join ts_checkpoint c on r.seq > c.seq and r.seq < (c.writer + 1) << %d
              where c.writer = ?
            ),
            samples as (
              select m.entity_id, m.ts, m.seq, v.key_id, v.val
              from missed m
              join ts_shape s on s.id = m.shape_id
              cross join lateral rows from (unnest(s.keys), jsonb_array_elements(m.vals))
                as v (key_id, val)
              where v.val <> 'null' and m.vals @> '[null]'
              union all
              select m.entity_id, m.ts, (v.val ->> 1)::bigint, v.key::int, v.val -> 0
              from missed m
              cross join lateral jsonb_each(m.vals) as v (key, val)
              where m.shape_id <= 0
            ),
            latest as (
              select entity_id, ts, seq, shape_id, vals
              from missed
              where shape_id > 0 and not vals @> '[null]'
              union all
              select entity_id, ts, seq, -key_id, jsonb_build_array(val)
              from samples
            )
            insert into ts_latest as l (entity_id, ts, seq, shape_id, vals)
            select distinct on (entity_id, shape_id) entity_id, ts, seq, shape_id, vals
            from latest
            where seq & 1 = 1
            order by entity_id, shape_id, ts desc, seq desc
            """
                    + LatestTable.UNLESS_OLDER;

    private LatestRecovery() {}

    /**
     * Recovers the rows of all former writers, and deletes the checkpoints of writers that ended long ago.
     *
     * @return the number of recovered values
     */
    static int run(Connection connection) throws SQLException {
        int recovered = 0;
        for (long writer : writers(connection)) {
            for (String table : List.of("ts_row", "ts_row_catch_all")) {
                try (PreparedStatement recover =
                        connection.prepareStatement(
                                RECOVER.formatted(table, WriterSequence.WRITER_SHIFT))) {
                    recover.setLong(1, writer);
                    recovered += recover.executeUpdate();
                }
            }
        }
        forgetEndedWriters(connection);
        return recovered;
    }

    /** Deletes checkpoints older than a day; every live writer records its progress at least once an hour. */
    private static void forgetEndedWriters(Connection connection) throws SQLException {
        try (Statement delete = connection.createStatement()) {
            delete.execute("delete from ts_checkpoint where updated_at < now() - interval '1 day'");
        }
    }

    private static List<Long> writers(Connection connection) throws SQLException {
        List<Long> writers = new ArrayList<>();
        try (Statement select = connection.createStatement();
                ResultSet rows =
                        select.executeQuery("select writer from ts_checkpoint order by writer")) {
            while (rows.next()) {
                writers.add(rows.getLong(1));
            }
        }
        return writers;
    }
}
