// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.TenantId;
import io.millrace.server.store.keydictionary.DictionaryTable;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** SQL of the table {@code ts_shape}. */
final class ShapeTable implements DictionaryTable<Shape> {

    @Override
    public int lockClass() {
        return 2;
    }

    @Override
    public List<Numbered<Shape>> load(Connection connection, TenantId tenant, int after)
            throws SQLException {
        List<Numbered<Shape>> shapes = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select id, keys, ttl_minutes from ts_shape
                        where tenant_id = ? and id > ? order by id\
                        """)) {
            select.setObject(1, tenant.id());
            select.setInt(2, after);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    shapes.add(
                            new Numbered<>(
                                    rows.getInt(1), shape(rows.getArray(2), rows.getInt(3))));
                }
            }
        }
        return shapes;
    }

    @Override
    public List<Numbered<Shape>> insert(Connection connection, TenantId tenant, List<Shape> added)
            throws SQLException {
        List<Numbered<Shape>> shapes = new ArrayList<>(added.size());
        try (PreparedStatement insert =
                connection.prepareStatement(
                        """
                        insert into ts_shape (tenant_id, keys, ttl_minutes) values (?, ?, ?)
                        returning id\
                        """)) {
            for (Shape shape : added) {
                insert.setObject(1, tenant.id());
                insert.setArray(2, connection.createArrayOf("int4", shape.boxed()));
                insert.setInt(3, shape.ttlMinutes());
                try (ResultSet row = insert.executeQuery()) {
                    row.next();
                    shapes.add(new Numbered<>(row.getInt(1), shape));
                }
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
