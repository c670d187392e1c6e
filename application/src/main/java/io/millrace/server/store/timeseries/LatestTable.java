// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * SQL of the table {@code ts_latest}. Its writes need no fence: each keeps the greater of two rows by timestamp and
 * write, which is commutative, associative and idempotent, so the result is the same in any order of the instances'
 * writes, including those of a paused former owner of a partition. The written values were committed under a valid
 * lease before.
 */
final class LatestTable {

    static final String UNLESS_OLDER =
            """
            on conflict (entity_id, shape_id) do update set
              ts = excluded.ts, seq = excluded.seq, vals = excluded.vals
            where (excluded.ts, excluded.seq) > (l.ts, l.seq)\
            """;

    /** The cast of a whole array would keep the memory of each element's parser until the statement ends. */
    private static final String UPSERT =
            """
            insert into ts_latest as l (entity_id, ts, seq, shape_id, vals)
            select entity, ts, seq, shape, vals::jsonb
            from unnest(?::uuid[], ?::bigint[], ?::bigint[], ?::int[], ?::text[])
              as u (entity, ts, seq, shape, vals)
            """
                    + UNLESS_OLDER;

    private LatestTable() {}

    /** Writes each row unless the table has a later one. */
    static void upsert(Connection connection, Collection<LatestRow> given) throws SQLException {
        if (given.isEmpty()) {
            return;
        }
        Map<LatestRow, LatestRow> rows = new TreeMap<>(LatestRow.LOCK_ORDER);
        given.forEach(row -> rows.merge(row, row, LatestRow::later));
        int size = rows.size();
        Object[] entities = new Object[size];
        long[] ts = new long[size];
        long[] seqs = new long[size];
        Object[] ids = new Object[size];
        Object[] vals = new Object[size];
        int i = 0;
        for (LatestRow row : rows.values()) {
            entities[i] = row.entity();
            ts[i] = row.ts();
            seqs[i] = row.seq();
            ids[i] = row.id();
            vals[i] = row.vals();
            i++;
        }
        try (PreparedStatement upsert = connection.prepareStatement(UPSERT)) {
            upsert.setArray(1, connection.createArrayOf("uuid", entities));
            upsert.setObject(2, ts);
            upsert.setObject(3, seqs);
            upsert.setArray(4, connection.createArrayOf("int4", ids));
            upsert.setArray(5, connection.createArrayOf("text", vals));
            upsert.execute();
        }
    }
}
