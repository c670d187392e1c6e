// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** SQL that changes the table {@code attribute}. */
final class AttributeTable {

    /** The condition of the update where a newer value remains. */
    private static final String UNLESS_NEWER = " where attribute.updated_at <= excluded.updated_at";

    private AttributeTable() {}

    /** The primary key of an attribute. Rows are written in this order, so that writers cannot deadlock. */
    record Place(UUID entity, short scope, int key) {

        static final Comparator<Place> LOCK_ORDER =
                Comparator.comparing(Place::entity)
                        .thenComparingInt(Place::scope)
                        .thenComparingInt(Place::key);
    }

    /**
     * A value to write.
     *
     * @param val as jsonb
     * @param updatedAt milliseconds since the epoch
     * @param unlessNewer true if a stored value that was updated later remains
     */
    record Content(String val, long updatedAt, boolean unlessNewer) {

        /** The same value, which replaces any stored one. */
        Content replacing() {
            return new Content(val, updatedAt, false);
        }

        /** Both contents written one after the other. */
        Content then(Content next) {
            if (!next.unlessNewer) {
                return next;
            }
            Content last = next.updatedAt >= updatedAt ? next : this;
            return unlessNewer ? last : last.replacing();
        }
    }

    static Map<Place, Content> inLockOrder() {
        return new TreeMap<>(Place.LOCK_ORDER);
    }

    static void upsert(Connection connection, Map<Place, Content> attributes) throws SQLException {
        upsert(connection, where(attributes, false), "");
        upsert(connection, where(attributes, true), UNLESS_NEWER);
    }

    private static Map<Place, Content> where(Map<Place, Content> attributes, boolean unlessNewer) {
        Map<Place, Content> chosen = inLockOrder();
        attributes.forEach((place, content) -> {
            if (content.unlessNewer == unlessNewer) {
                chosen.put(place, content);
            }
        });
        return chosen;
    }

    private static void upsert(
            Connection connection, Map<Place, Content> attributes, String condition)
            throws SQLException {
        if (attributes.isEmpty()) {
            return;
        }
        int size = attributes.size();
        Object[] entities = new Object[size];
        Object[] scopes = new Object[size];
        Object[] keys = new Object[size];
        long[] updatedAt = new long[size];
        Object[] vals = new Object[size];
        int i = 0;
        for (Map.Entry<Place, Content> entry : attributes.entrySet()) {
            entities[i] = entry.getKey().entity();
            scopes[i] = entry.getKey().scope();
            keys[i] = entry.getKey().key();
            updatedAt[i] = entry.getValue().updatedAt();
            vals[i] = entry.getValue().val();
            i++;
        }
        try (PreparedStatement upsert =
                connection.prepareStatement(
                        """
                        insert into attribute (entity_id, scope, key_id, updated_at, val)
                        select entity, scope, key, updated_at, val::jsonb
                        from unnest(?::uuid[], ?::smallint[], ?::int[], ?::bigint[], ?::text[])
                          as u (entity, scope, key, updated_at, val)
                        on conflict (entity_id, scope, key_id) do update set
                          updated_at = excluded.updated_at, val = excluded.val\
                        """
                                + condition)) {
            upsert.setArray(1, connection.createArrayOf("uuid", entities));
            upsert.setArray(2, connection.createArrayOf("int2", scopes));
            upsert.setArray(3, connection.createArrayOf("int4", keys));
            upsert.setObject(4, updatedAt);
            upsert.setArray(5, connection.createArrayOf("text", vals));
            upsert.execute();
        }
    }

    static void delete(Connection connection, Collection<Place> attributes) throws SQLException {
        if (attributes.isEmpty()) {
            return;
        }
        Object[] entities = attributes.stream().map(Place::entity).toArray();
        Object[] scopes = attributes.stream().map(Place::scope).toArray();
        Object[] keys = attributes.stream().map(Place::key).toArray();
        try (PreparedStatement delete =
                connection.prepareStatement(
                        """
                        delete from attribute where (entity_id, scope, key_id) in (
                          select * from unnest(?::uuid[], ?::smallint[], ?::int[]))\
                        """)) {
            delete.setArray(1, connection.createArrayOf("uuid", entities));
            delete.setArray(2, connection.createArrayOf("int2", scopes));
            delete.setArray(3, connection.createArrayOf("int4", keys));
            delete.execute();
        }
    }
}
