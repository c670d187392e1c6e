// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.message.id.TenantId;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Looks up the numbers of keys, and the shapes of the rows that contain them. Refreshes the dictionaries if other
 * processes may have added entries.
 */
final class EntityKeys {

    private final KeyDictionary keys;
    private final TenantDictionary<Shape> shapes;
    private final Duration timeout;

    /** @param timeout timeout of each query, in whole seconds */
    EntityKeys(KeyDictionary keys, TenantDictionary<Shape> shapes, Duration timeout) {
        this.keys = keys;
        this.shapes = shapes;
        this.timeout = timeout;
    }

    /** Returns the names of keys; keys of another tenant's entity are never found. */
    Entries<String> names(Connection connection, TenantId tenant, Collection<Integer> ids)
            throws SQLException {
        Entries<String> names = keys.keys(connection, tenant);
        return ids.stream().allMatch(id -> names.entry(id) != null)
                ? names
                : keys.refresh(connection, tenant);
    }

    /** Returns the numbers of the keys that the tenant has, in the given order. */
    Map<String, Integer> numbers(Connection connection, TenantId tenant, List<String> wanted)
            throws SQLException {
        Entries<String> known = keys.keys(connection, tenant);
        if (wanted.stream().anyMatch(key -> known.id(key) == 0)) {
            keys.refresh(connection, tenant);
        }
        Map<String, Integer> ids = new LinkedHashMap<>();
        for (String key : wanted) {
            int id = known.id(key);
            if (id != 0) {
                ids.put(key, id);
            }
        }
        return ids;
    }

    /** Returns the shapes of the entity's rows, by id; all mixed rows have {@link Shape#OF_MIXED_ROWS}. */
    Map<Integer, Shape> shapes(Connection connection, TenantId tenant, UUID entity)
            throws SQLException {
        return shapes(connection, tenant, shapeIds(connection, entity), _ -> Shape.OF_MIXED_ROWS);
    }

    /** Returns the keys of rows of latest values, by the ids of the rows; those of another tenant's rows are absent. */
    Map<Integer, Shape> ofLatest(Connection connection, TenantId tenant, Collection<Integer> ids)
            throws SQLException {
        return shapes(connection, tenant, ids, id -> Shape.ofOne(-id));
    }

    /** @param others the shapes of ids that are not in the dictionary, 0 or less */
    private Map<Integer, Shape> shapes(
            Connection connection,
            TenantId tenant,
            Collection<Integer> ids,
            IntFunction<Shape> others)
            throws SQLException {
        Entries<Shape> known = shapes.entries(connection, tenant);
        if (!ids.stream().allMatch(id -> id <= 0 || known.entry(id) != null)) {
            shapes.refresh(connection, tenant);
        }
        Map<Integer, Shape> found = new HashMap<>();
        for (int id : ids) {
            @Nullable Shape shape = id <= 0 ? others.apply(id) : known.entry(id);
            if (shape != null) {
                found.put(id, shape);
            }
        }
        return found;
    }

    private List<Integer> shapeIds(Connection connection, UUID entity) throws SQLException {
        List<Integer> ids = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        "select shape_id from ts_entity_shape where entity_id = ?")) {
            select.setQueryTimeout(Math.toIntExact(timeout.toSeconds()));
            select.setObject(1, entity);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ids.add(rows.getInt(1));
                }
            }
        }
        return ids;
    }
}
