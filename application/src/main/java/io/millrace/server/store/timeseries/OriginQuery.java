// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Finds the message that brought the value of one key at one timestamp. If rows of several shapes have the value, the row
 * that was written last counts, as in {@link SeriesQuery}. A mixed row has the message of its last write only, so a value
 * of an earlier write has no known message.
 */
final class OriginQuery {

    /** The limits make it visit each shape along the primary key. */
    private static final String CANDIDATES =
            """
            select c.seq, c.message_id
            from unnest(?::int[], ?::int[]) as s (shape_id, position)
            cross join lateral (
              select r.seq, r.message_id from %1$s r
              where r.entity_id = ? and r.shape_id = s.shape_id and r.ts = ?
                and r.vals -> s.position <> 'null'
              limit 1) c
            union all
            select c.seq, case when c.seq = c.row_seq then c.message_id end
            from unnest(?::int[]) as s (shape_id)
            cross join lateral (
              select (r.vals -> ? ->> 1)::bigint as seq, r.seq as row_seq, r.message_id from %1$s r
              where r.entity_id = ? and r.shape_id = s.shape_id and r.ts = ?
                and jsonb_exists(r.vals, ?)
              limit 1) c
            """;

    private static final String SQL =
            "select message_id from ("
                    + CANDIDATES.formatted("ts_row")
                    + "union all "
                    + CANDIDATES.formatted("ts_row_catch_all")
                    + ") as candidate order by seq desc limit 1";

    private final UUID entity;
    private final String key;
    private final List<Integer> shapeIds = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private final List<Integer> mixedIds = new ArrayList<>();

    /** Creates a query over those of the entity's shapes that have the key. */
    OriginQuery(UUID entity, int key, Map<Integer, Shape> shapes) {
        this.entity = entity;
        this.key = Integer.toString(key);
        shapes.forEach((id, shape) -> {
            int position = shape.position(key);
            if (Shape.isMixed(id)) {
                mixedIds.add(id);
            } else if (position >= 0) {
                shapeIds.add(id);
                positions.add(position);
            }
        });
    }

    /** @param ts milliseconds since the epoch */
    ValueOrigin run(Connection connection, long ts, Duration timeout) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(SQL)) {
            select.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            setCandidates(select, setCandidates(select, 1, ts), ts);
            try (ResultSet row = select.executeQuery()) {
                if (!row.next()) {
                    return new ValueOrigin.NoValue();
                }
                @Nullable UUID message = row.getObject(1, UUID.class);
                return message == null
                        ? new ValueOrigin.Unknown()
                        : new ValueOrigin.Message(message);
            }
        }
    }

    private int setCandidates(PreparedStatement select, int first, long ts) throws SQLException {
        Connection connection = select.getConnection();
        int at = first;
        select.setArray(at++, connection.createArrayOf("int4", shapeIds.toArray()));
        select.setArray(at++, connection.createArrayOf("int4", positions.toArray()));
        select.setObject(at++, entity);
        select.setLong(at++, ts);
        select.setArray(at++, connection.createArrayOf("int4", mixedIds.toArray()));
        select.setString(at++, key);
        select.setObject(at++, entity);
        select.setLong(at++, ts);
        select.setString(at++, key);
        return at;
    }
}
