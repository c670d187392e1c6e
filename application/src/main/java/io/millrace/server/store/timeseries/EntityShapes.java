// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The writers' cache of entities: the shapes of their rows, and the newest timestamp of each shape. The entities are
 * divided into {@linkplain EntityGroups groups}. Each evicts its least recently used entity when it is full, and is used
 * by one thread at a time.
 */
final class EntityShapes {

    private final EntityGroups<Map<UUID, Map<Integer, ShapeState>>> groups;
    private final int shapesPerEntity;

    /**
     * @param bound maximum number of entities of a group; at least the number of items in a batch
     * @param shapesPerEntity maximum number of shapes of one entity
     */
    EntityShapes(int groups, int bound, int shapesPerEntity) {
        this.groups = EntityGroups.of(groups, () -> leastRecentlyUsed(bound));
        this.shapesPerEntity = shapesPerEntity;
    }

    private static Map<UUID, Map<Integer, ShapeState>> leastRecentlyUsed(int bound) {
        return new LinkedHashMap<>(1024, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<UUID, Map<Integer, ShapeState>> eldest) {
                return size() > bound;
            }
        };
    }

    /** With room for one shape, which is what most entities have. */
    private static Map<Integer, ShapeState> fewShapes() {
        return new HashMap<>(2);
    }

    /** An entity's rows of one shape. */
    static final class ShapeState {

        private long newest = Long.MIN_VALUE;
        private boolean registered;

        /** The newest timestamp, in milliseconds since the epoch, of the rows that this process knows. */
        long newest() {
            return newest;
        }

        void newest(long ts) {
            newest = ts;
        }

        /** True if {@code ts_entity_shape} is known to contain the shape. */
        boolean isRegistered() {
            return registered;
        }

        void register() {
            registered = true;
        }
    }

    /** An entity and one of its shapes. */
    record EntityShape(UUID entity, int shapeId) {}

    private boolean isCached(UUID entity) {
        return groups.of(entity).containsKey(entity);
    }

    /** True if an entity is not cached. */
    boolean misses(Set<UUID> wanted) {
        return !wanted.stream().allMatch(this::isCached);
    }

    /**
     * Loads the shapes of those entities that are not cached.
     *
     * @return the number of loaded entities
     */
    int load(Connection connection, Set<UUID> wanted) throws SQLException {
        Object[] unknown = wanted.stream().filter(id -> !isCached(id)).toArray();
        if (unknown.length == 0) {
            return 0;
        }
        Map<UUID, Map<Integer, ShapeState>> loaded = new HashMap<>();
        for (Object entity : unknown) {
            loaded.put((UUID) entity, fewShapes());
        }
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select entity_id, shape_id from ts_entity_shape
                        where entity_id = any (?)\
                        """)) {
            select.setArray(1, connection.createArrayOf("uuid", unknown));
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    ShapeState state = new ShapeState();
                    state.register();
                    loaded.getOrDefault(rows.getObject(1, UUID.class), new HashMap<>())
                            .put(rows.getInt(2), state);
                }
            }
        }
        loaded.forEach((entity, states) -> groups.of(entity).put(entity, states));
        return loaded.size();
    }

    /**
     * Returns true if the entity's rows may have the shape: the entity already has it, or is below the limit. A new
     * shape is then added to the cache.
     */
    boolean admit(UUID entity, int shapeId) {
        Map<Integer, ShapeState> known = shapes(entity);
        if (known.containsKey(shapeId)) {
            return true;
        }
        if (known.size() >= shapesPerEntity) {
            return false;
        }
        known.put(shapeId, new ShapeState());
        return true;
    }

    /** True if the entity may get another shape after the given number of additional ones. */
    boolean hasRoom(UUID entity, int more) {
        return shapes(entity).size() + more < shapesPerEntity;
    }

    /** Returns the state of an entity's rows of one shape. */
    ShapeState state(UUID entity, int shapeId) {
        return shapes(entity).computeIfAbsent(shapeId, _ -> new ShapeState());
    }

    private Map<Integer, ShapeState> shapes(UUID entity) {
        return groups.of(entity).computeIfAbsent(entity, _ -> fewShapes());
    }

    /** Reads the newest timestamps from the database, after the cache has proved to be stale. */
    void refresh(Connection connection, Collection<EntityShape> keys) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select k.entity_id, k.shape_id,
                          (select r.ts from ts_row r
                           where r.entity_id = k.entity_id and r.shape_id = k.shape_id
                           order by r.ts desc limit 1)
                        from unnest(?::uuid[], ?::int[]) as k (entity_id, shape_id)\
                        """)) {
            setKeys(connection, select, keys);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    @Nullable Long newest = rows.getObject(3, Long.class);
                    state(rows.getObject(1, UUID.class), rows.getInt(2))
                            .newest(newest == null ? Long.MIN_VALUE : newest);
                }
            }
        }
    }

    /** True if {@code ts_entity_shape} is known to contain all of them. */
    boolean areRegistered(Collection<EntityShape> used) {
        return used.stream().allMatch(key -> state(key.entity(), key.shapeId()).isRegistered());
    }

    /**
     * Inserts shapes that are new to their entities and returns their states. The caller marks these as registered
     * after the commit.
     */
    List<ShapeState> register(Connection connection, Collection<EntityShape> used)
            throws SQLException {
        List<EntityShape> missing = new ArrayList<>();
        List<ShapeState> states = new ArrayList<>();
        for (EntityShape key : used) {
            ShapeState state = state(key.entity(), key.shapeId());
            if (!state.isRegistered()) {
                missing.add(key);
                states.add(state);
            }
        }
        if (!missing.isEmpty()) {
            try (PreparedStatement insert =
                    connection.prepareStatement(
                            """
                            insert into ts_entity_shape (entity_id, shape_id)
                            select * from unnest(?::uuid[], ?::int[])
                            on conflict do nothing\
                            """)) {
                setKeys(connection, insert, missing);
                insert.execute();
            }
        }
        return states;
    }

    private static void setKeys(
            Connection connection, PreparedStatement statement, Collection<EntityShape> keys)
            throws SQLException {
        Array ids =
                connection.createArrayOf("uuid", keys.stream().map(EntityShape::entity).toArray());
        Array shapes =
                connection.createArrayOf("int4", keys.stream().map(EntityShape::shapeId).toArray());
        statement.setArray(1, ids);
        statement.setArray(2, shapes);
    }
}
