// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.Attribute;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** SQL of the table {@code attribute}. */
final class AttributeTable {

    private static final int TIMEOUT_SECONDS = 10;

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

    /** An attribute and its scope. */
    record Scoped(AttributeScope scope, Attribute attribute) {}

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
                        select * from unnest(
                          ?::uuid[], ?::smallint[], ?::int[], ?::bigint[], ?::text[]::jsonb[])
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

    /** Reads an entity's attributes whose keys belong to the tenant; a null scope means all scopes. */
    static List<Scoped> select(
            Connection connection,
            KeyDictionary keys,
            TenantId tenant,
            UUID entity,
            @Nullable AttributeScope scope)
            throws SQLException {
        record Row(short scope, int key, long updatedAt, String val) {}
        List<Row> found = new ArrayList<>();
        try (PreparedStatement select =
                connection.prepareStatement(
                        """
                        select scope, key_id, updated_at, val from attribute
                        where entity_id = ? and (? = 0 or scope = ?)\
                        """)) {
            select.setQueryTimeout(TIMEOUT_SECONDS);
            short number = scope == null ? 0 : AttributeScopes.number(scope);
            select.setObject(1, entity);
            select.setShort(2, number);
            select.setShort(3, number);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(
                            new Row(
                                    rows.getShort(1),
                                    rows.getInt(2),
                                    rows.getLong(3),
                                    rows.getString(4)));
                }
            }
        }
        Entries<String> names = keys.keys(connection, tenant);
        if (!found.stream().allMatch(row -> names.entry(row.key()) != null)) {
            keys.refresh(connection, tenant);
        }
        List<Scoped> attributes = new ArrayList<>(found.size());
        for (Row row : found) {
            @Nullable String name = names.entry(row.key());
            if (name != null) {
                KeyValue keyValue = new KeyValue(name, JsonbValues.parse(row.val()));
                attributes.add(
                        new Scoped(
                                AttributeScopes.scope(row.scope()),
                                new Attribute(keyValue, row.updatedAt())));
            }
        }
        return attributes;
    }
}
