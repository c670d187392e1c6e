// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.ArrayColumn;
import io.millrace.server.store.keydictionary.DictionaryTable;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** SQL of the table {@code ts_shape}. */
final class ShapeTable implements DictionaryTable<Shape> {

    @Override
    public int lockClass() {
        return 2;
    }

    @Override
    public List<Numbered<Shape>> load(Connection connection, Map<TenantId, Integer> after)
            throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select t.id, s.id, s.keys, s.ttl_minutes
                          from unnest(?::uuid[], ?::int[]) as t (id, after)
                          cross join lateral (
                            select id, keys, ttl_minutes from ts_shape
                             where tenant_id = t.id and id > t.after order by id) s\
                        """)) {
            select.setArray(
                    1, ArrayColumn.of(connection, "uuid", after.keySet(), tenant -> tenant.id()));
            select.setArray(
                    2, ArrayColumn.of(connection, "int4", after.values(), number -> number));
            return read(select);
        }
    }

    @Override
    public List<Numbered<Shape>> insert(Connection connection, List<Entry<Shape>> added)
            throws SQLException {
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        insert into ts_shape (tenant_id, keys, ttl_minutes)
                        select tenant_id, keys::integer[], ttl_minutes
                          from unnest(?::uuid[], ?::text[], ?::int[])
                            with ordinality as s (tenant_id, keys, ttl_minutes, n)
                         order by n
                        returning tenant_id, id, keys, ttl_minutes\
                        """)) {
            insert.setArray(
                    1, ArrayColumn.of(connection, "uuid", added, each -> each.tenant().id()));
            // An array of arrays of different lengths is not possible.
            insert.setArray(
                    2, ArrayColumn.of(connection, "text", added, each -> each.entry().literal()));
            insert.setArray(
                    3,
                    ArrayColumn.of(connection, "int4", added, each -> each.entry().ttlMinutes()));
            return read(insert);
        }
    }

    private static List<Numbered<Shape>> read(PreparedStatement statement) throws SQLException {
        List<Numbered<Shape>> shapes = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                shapes.add(
                        new Numbered<>(
                                new TenantId(rows.getObject(1, UUID.class)),
                                rows.getInt(2),
                                shape(rows.getArray(3), rows.getInt(4))));
            }
        }
        return shapes;
    }

    private static Shape shape(Array keys, int ttlMinutes) throws SQLException {
        return new Shape(
                Arrays.stream((Integer[]) keys.getArray()).mapToInt(Integer::intValue).toArray(),
                ttlMinutes);
    }
}
