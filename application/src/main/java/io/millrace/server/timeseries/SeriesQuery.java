// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.timeseries;

import io.millrace.server.jsonb.JsonbValues;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The values of one key of one entity. They stand in the rows of every shape that has the key, and in mixed rows. Each of
 * these is read by the tables' primary key, from one end, as far as the limit; where a time stamp comes up more than once
 * the value that was written last is taken.
 */
final class SeriesQuery {

    private static final String CANDIDATES =
            """
            select c.ts, c.seq, c.val
            from unnest(?::int[], ?::int[]) as s (shape_id, position)
            cross join lateral (
              select r.ts, r.seq, r.vals -> s.position as val from %1$s r
              where r.entity_id = ? and r.shape_id = s.shape_id and r.ts >= ? and r.ts < ?
              order by r.ts %2$s limit ?) c
            union all
            (select r.ts, (r.vals -> ? ->> 1)::bigint, r.vals -> ? -> 0 from %1$s r
             where r.entity_id = ? and r.shape_id = 0 and r.ts >= ? and r.ts < ?
               and jsonb_exists(r.vals, ?)
             order by r.ts %2$s limit ?)
            """;

    private final UUID entity;
    private final int key;
    private final List<Integer> shapeIds = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();

    /** A query over those of the entity's shapes that have the key. */
    SeriesQuery(UUID entity, int key, Map<Integer, Shape> shapes) {
        this.entity = entity;
        this.key = key;
        shapes.forEach((id, shape) -> {
            int position = shape.position(key);
            if (position >= 0) {
                shapeIds.add(id);
                positions.add(position);
            }
        });
    }

    List<TimeseriesValue> run(Connection connection, RangeQuery query, Duration timeout)
            throws SQLException {
        List<TimeseriesValue> values = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(sql(query.order()))) {
            select.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            int next = setCandidates(select, 1, query);
            next = setCandidates(select, next, query);
            select.setInt(next, query.limit());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    values.add(
                            new TimeseriesValue(
                                    rows.getLong(1), JsonbValues.parse(rows.getString(2))));
                }
            }
        }
        return values;
    }

    static String sql(RangeQuery.Order order) {
        return "select distinct on (ts) ts, val from ("
                + CANDIDATES.formatted("ts_row", order)
                + "union all "
                + CANDIDATES.formatted("ts_row_catch_all", order)
                + ") as candidate order by ts "
                + order
                + ", seq desc limit ?";
    }

    private int setCandidates(PreparedStatement select, int first, RangeQuery query)
            throws SQLException {
        Connection connection = select.getConnection();
        String name = Integer.toString(key);
        int at = first;
        select.setArray(at++, connection.createArrayOf("int4", shapeIds.toArray()));
        select.setArray(at++, connection.createArrayOf("int4", positions.toArray()));
        at = setSpan(select, at, query);
        select.setInt(at++, query.limit());
        select.setString(at++, name);
        select.setString(at++, name);
        at = setSpan(select, at, query);
        select.setString(at++, name);
        select.setInt(at++, query.limit());
        return at;
    }

    private int setSpan(PreparedStatement select, int first, RangeQuery query) throws SQLException {
        int at = first;
        select.setObject(at++, entity);
        select.setLong(at++, query.startTs());
        select.setLong(at++, query.endTs());
        return at;
    }
}
