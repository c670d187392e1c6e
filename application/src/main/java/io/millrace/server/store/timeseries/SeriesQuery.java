// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.rule.store.Aggregation;
import io.millrace.rule.store.StoreException;
import io.millrace.rule.store.TimedValue;
import io.millrace.rule.store.TimeseriesReads.Order;
import io.millrace.rule.store.TimeseriesReads.Range;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.answer.AnswerSize;
import io.millrace.server.store.timeseries.LatestRow.Sample;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/**
 * Reads the values of one key of one entity. They are in the rows of all shapes that have the key, and in mixed rows.
 * Each shape is read along the primary key, from one end, up to the limit. If a timestamp occurs more than once, the
 * value that was written last is used. A null in a row is a deleted value.
 */
final class SeriesQuery {

    /** So many values, also the longest, are read at once with one statement; more of them as {@link SeriesRows}. */
    private static final int FEW_VALUES = 100;

    private static final String CANDIDATES =
            """
            select c.ts, c.seq, c.val
            from unnest(?::int[], ?::int[]) as s (shape_id, position)
            cross join lateral (
              select r.ts, r.seq, r.vals -> s.position as val from %1$s r
              where r.entity_id = ? and r.shape_id = s.shape_id and r.ts >= ? and r.ts < ?
                and r.vals -> s.position <> 'null'
              order by r.ts %2$s limit ?) c
            union all
            select c.ts, c.seq, c.val
            from unnest(?::int[]) as s (shape_id)
            cross join lateral (
              select r.ts, (r.vals -> ? ->> 1)::bigint as seq, r.vals -> ? -> 0 as val from %1$s r
              where r.entity_id = ? and r.shape_id = s.shape_id and r.ts >= ? and r.ts < ?
                and jsonb_exists(r.vals, ?)
              order by r.ts %2$s limit ?) c
            """;

    private final UUID entity;
    private final int key;
    private final Map<Integer, Shape> shapes;
    private final List<Integer> shapeIds = new ArrayList<>();
    private final List<Integer> positions = new ArrayList<>();
    private final List<Integer> mixedIds = new ArrayList<>();

    /** Creates a query over those of the entity's shapes that have the key. */
    SeriesQuery(UUID entity, int key, Map<Integer, Shape> shapes) {
        this.entity = entity;
        this.key = key;
        this.shapes = shapes;
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

    /**
     * Reads the values, or their aggregate.
     *
     * @param size counts the values of the answer
     * @throws StoreException if the answer becomes too large
     */
    List<TimedValue> run(Connection connection, Range range, Duration timeout, AnswerSize size)
            throws SQLException {
        if (range.aggregation() != Aggregation.NONE) {
            return aggregate(connection, range, timeout);
        }
        List<TimedValue> values = new ArrayList<>();
        SeriesRows.Values answer =
                (ts, json) -> {
                    size.add(json);
                    values.add(new TimedValue(ts, JsonbValues.parse(json)));
                };
        if (range.limit() <= FEW_VALUES) {
            readFew(connection, range, timeout, answer);
        } else {
            rows(range).read(connection, range.order(), range.limit(), timeout, answer);
        }
        return values;
    }

    private SeriesRows rows(Range range) {
        return new SeriesRows(entity, key, shapes, range.startTs(), range.endTs());
    }

    private void readFew(
            Connection connection, Range range, Duration timeout, SeriesRows.Values values)
            throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(sql(range.order()))) {
            select.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            bind(select, range);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    values.add(rows.getLong(1), rows.getString(2));
                }
            }
        }
    }

    private List<TimedValue> aggregate(Connection connection, Range range, Duration timeout)
            throws SQLException {
        Aggregate aggregate = new Aggregate(range.aggregation());
        rows(range)
                .read(
                        connection,
                        range.order(),
                        SeriesRows.ALL,
                        timeout,
                        (_, json) -> aggregate.add(JsonbValues.parse(json)));
        long middle = range.startTs() + (range.endTs() - range.startTs()) / 2;
        return aggregate.result().map(value -> new TimedValue(middle, value)).stream().toList();
    }

    /** Returns the newest value of a time span. */
    Optional<Sample> newest(Connection connection, long startTs, long endTs, Duration timeout)
            throws SQLException {
        Range range = new Range(List.of(), startTs, endTs, 1, Order.DESC, Aggregation.NONE);
        try (PreparedStatement select = connection.prepareStatement(sql(range.order()))) {
            select.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            bind(select, range);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next()
                        ? Optional.of(
                                new Sample(
                                        rows.getLong(1),
                                        rows.getLong(3),
                                        JsonbValues.parse(rows.getString(2))))
                        : Optional.empty();
            }
        }
    }

    static String sql(Order order) {
        return "select distinct on (ts) ts, val, seq from ("
                + CANDIDATES.formatted("ts_row", order)
                + "union all "
                + CANDIDATES.formatted("ts_row_catch_all", order)
                + ") as candidate order by ts "
                + order
                + ", seq desc limit ?";
    }

    /** Sets the parameters of a statement of {@link #sql}. */
    void bind(PreparedStatement select, Range range) throws SQLException {
        int next = setCandidates(select, 1, range);
        next = setCandidates(select, next, range);
        select.setInt(next, range.limit());
    }

    private int setCandidates(PreparedStatement select, int first, Range range)
            throws SQLException {
        Connection connection = select.getConnection();
        String name = Integer.toString(key);
        int at = first;
        select.setArray(at++, connection.createArrayOf("int4", shapeIds.toArray()));
        select.setArray(at++, connection.createArrayOf("int4", positions.toArray()));
        at = setSpan(select, at, range);
        select.setInt(at++, range.limit());
        select.setArray(at++, connection.createArrayOf("int4", mixedIds.toArray()));
        select.setString(at++, name);
        select.setString(at++, name);
        at = setSpan(select, at, range);
        select.setString(at++, name);
        select.setInt(at++, range.limit());
        return at;
    }

    private int setSpan(PreparedStatement select, int first, Range range) throws SQLException {
        int at = first;
        select.setObject(at++, entity);
        select.setLong(at++, range.startTs());
        select.setLong(at++, range.endTs());
        return at;
    }
}
