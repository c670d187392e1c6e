// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Reads the view {@code ts_retention}: the retention times of all series that are not kept for ever. */
final class SeriesLifetimes {

    /** Number of series in one page. */
    static final int PAGE = 1_000;

    private static final UUID BEFORE_ALL = new UUID(0, 0);

    private SeriesLifetimes() {}

    /** Returns the shortest time in minutes; empty if everything is kept for ever. */
    static OptionalInt shortest(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select min(minutes) from ts_retention")) {
            row.next();
            @Nullable Integer minutes = row.getObject(1, Integer.class);
            return minutes == null ? OptionalInt.empty() : OptionalInt.of(minutes);
        }
    }

    /** Returns the next series that are not kept for ever, in the order of the table. */
    static List<SeriesLifetime> page(Connection connection, @Nullable SeriesLifetime after)
            throws SQLException {
        List<SeriesLifetime> page = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select entity_id, shape_id, minutes from ts_retention
                        where minutes is not null and (entity_id, shape_id) > (?, ?)
                        order by entity_id, shape_id limit ?\
                        """)) {
            select.setObject(1, after == null ? BEFORE_ALL : after.entity());
            select.setInt(2, after == null ? Integer.MIN_VALUE : after.shapeId());
            select.setInt(3, PAGE);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    page.add(
                            new SeriesLifetime(
                                    rows.getObject(1, UUID.class), rows.getInt(2), rows.getInt(3)));
                }
            }
        }
        return page;
    }
}
