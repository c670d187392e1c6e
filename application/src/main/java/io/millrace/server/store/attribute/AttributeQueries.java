// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.attribute;

import static io.millrace.server.store.answer.BoundedSelect.FIRST_COLUMN;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.KeyValue;
import io.millrace.rule.store.Attribute;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.answer.AnswerLimit;
import io.millrace.server.store.answer.BoundedSelect;
import io.millrace.server.store.keydictionary.KeyDictionary;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** SQL that reads the table {@code attribute}. */
final class AttributeQueries {

    private static final int TIMEOUT_SECONDS = 10;

    private static final String KEYS =
            """
            select distinct k.key from attribute a join key_dictionary k on k.id = a.key_id
            where a.entity_id = ? and a.scope = any(?) and k.tenant_id = ?\
            """;

    private static final BoundedSelect ALL =
            new BoundedSelect(
                    """
                    select scope, key_id, updated_at, val from attribute
                    where entity_id = ? and scope = any(?)\
                    """,
                    "scope, key_id, updated_at",
                    "scope, key_id");

    /**
     * Keys that this instance knows have their number; of others, the tenant's later ones are searched. The subquery
     * keeps the planner from joining the dictionary.
     */
    private static final BoundedSelect BY_KEY =
            new BoundedSelect(
                    """
                    select w.i, a.updated_at, a.val
                    from (
                      select i, entity, scope,
                             coalesce(known, (select k.id from key_dictionary k
                                              where k.tenant_id = tenant and k.id > after and k.key = name)) as key
                      from unnest(?::int[], ?::uuid[], ?::smallint[], ?::int[], ?::uuid[], ?::int[], ?::text[])
                        as u (i, entity, scope, known, tenant, after, name)
                      offset 0) w
                    join attribute a
                      on a.entity_id = w.entity and a.scope = w.scope and a.key_id = w.key\
                    """,
                    "i, updated_at",
                    "i");

    private AttributeQueries() {}

    /** The scopes by number. */
    private static Object[] numbers(Set<AttributeScope> scopes) {
        return scopes.stream().map(AttributeScopes::number).toArray();
    }

    private static Attribute attribute(String name, long updatedAt, String json) {
        return new Attribute(new KeyValue(name, JsonbValues.parse(json)), updatedAt);
    }

    /** Reads the keys of the tenant's attributes of an entity, sorted, each once. */
    static List<String> keys(
            Connection connection, TenantId tenant, EntityId entity, Set<AttributeScope> scopes)
            throws SQLException {
        List<String> keys = new ArrayList<>();
        try (PreparedStatement select = connection.prepareStatement(KEYS)) {
            select.setQueryTimeout(TIMEOUT_SECONDS);
            select.setObject(1, entity.id());
            select.setArray(2, connection.createArrayOf("int2", numbers(scopes)));
            select.setObject(3, tenant.id());
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    keys.add(rows.getString(1));
                }
            }
        }
        keys.sort(Comparator.naturalOrder());
        return keys;
    }

    /**
     * Reads all attributes of some scopes of an entity whose keys belong to the tenant, sorted by key; a scope without
     * attributes is absent.
     *
     * @throws StoreException if their values exceed the limit
     */
    static Map<AttributeScope, List<Attribute>> selectAll(
            Connection connection,
            KeyDictionary keys,
            TenantId tenant,
            EntityId entity,
            Set<AttributeScope> scopes,
            AnswerLimit limit)
            throws SQLException {
        List<Row> rows =
                ALL.read(
                                connection,
                                limit,
                                (select, first) -> {
                                    select.setObject(first, entity.id());
                                    select.setArray(
                                            first + 1,
                                            connection.createArrayOf("int2", numbers(scopes)));
                                },
                                new AllRows(entity, limit))
                        .rows;
        Entries<String> names = names(connection, keys, tenant, rows);
        Map<AttributeScope, List<Attribute>> found = new EnumMap<>(AttributeScope.class);
        for (Row row : rows) {
            @Nullable String name = names.entry(row.key());
            if (name != null) {
                found.computeIfAbsent(row.scope(), _ -> new ArrayList<>())
                        .add(attribute(name, row.updatedAt(), row.val()));
            }
        }
        found.replaceAll((_, attributes) -> sorted(attributes));
        return found;
    }

    private record Row(AttributeScope scope, int key, long updatedAt, String val) {}

    private static final class AllRows implements BoundedSelect.Reading {

        final List<Row> rows = new ArrayList<>();
        private final EntityId entity;
        private final AnswerLimit limit;

        AllRows(EntityId entity, AnswerLimit limit) {
            this.entity = entity;
            this.limit = limit;
        }

        @Override
        public void add(ResultSet row, String json) throws SQLException {
            rows.add(
                    new Row(
                            AttributeScopes.scope(row.getShort(FIRST_COLUMN)),
                            row.getInt(FIRST_COLUMN + 1),
                            row.getLong(FIRST_COLUMN + 2),
                            json));
        }

        @Override
        public void exceeded(ResultSet row) {
            throw tooLarge(entity, limit, "name the keys that you need");
        }
    }

    private static StoreException tooLarge(EntityId entity, AnswerLimit limit, String advice) {
        return limit.refusal("the attributes of " + entity, advice);
    }

    /** The error of a look-up whose values exceed the limit. */
    static StoreException tooLarge(EntityId entity, AnswerLimit limit) {
        return tooLarge(entity, limit, "name fewer keys");
    }

    /**
     * Reads attributes of some scopes of an entity by their keys; otherwise as {@link #selectAll}.
     *
     * @throws StoreException if their values exceed the limit
     */
    static Map<AttributeScope, List<Attribute>> select(
            Connection connection,
            KeyDictionary dictionary,
            TenantId tenant,
            EntityId entity,
            Set<AttributeScope> scopes,
            Set<String> keys,
            AnswerLimit limit)
            throws SQLException {
        List<AttributesOf> wanted =
                scopes.stream()
                        .map(scope -> new AttributesOf(tenant, entity, scope, keys))
                        .toList();
        ByKey rows = rows(connection, dictionary, wanted, limit);
        if (rows.exceededAt < wanted.size()) {
            throw tooLarge(entity, limit);
        }
        Map<AttributeScope, List<Attribute>> found = new EnumMap<>(AttributeScope.class);
        for (int n = 0; n < wanted.size(); n++) {
            List<Attribute> attributes = rows.found(n);
            if (!attributes.isEmpty()) {
                found.put(wanted.get(n).scope(), attributes);
            }
        }
        return found;
    }

    /**
     * Reads attributes by their keys, if they belong to the tenant. As many of the look-ups are answered as the limit
     * allows together, at least the first: if it alone exceeds the limit, its answer says so.
     */
    static Map<AttributesOf, LookedUp> select(
            Connection connection,
            KeyDictionary dictionary,
            Collection<AttributesOf> lookUps,
            AnswerLimit limit)
            throws SQLException {
        List<AttributesOf> wanted = lookUps.stream().distinct().toList();
        ByKey rows = rows(connection, dictionary, wanted, limit);
        Map<AttributesOf, LookedUp> found = new HashMap<>();
        for (int n = 0; n < Math.min(rows.exceededAt, wanted.size()); n++) {
            found.put(wanted.get(n), new LookedUp.Found(rows.found(n)));
        }
        if (rows.exceededAt == 0) {
            found.put(wanted.getFirst(), new LookedUp.TooLarge());
        }
        return found;
    }

    /**
     * A key of a look-up.
     *
     * @param number the number of the look-up
     * @param after the greatest number of a key of the tenant that this instance knows
     */
    private record Wanted(
            int number, AttributesOf of, String key, @Nullable Integer id, int after) {

        /** For what is not needed with a known key. */
        <T> @Nullable T unlessKnown(T value) {
            return id == null ? value : null;
        }
    }

    private static ByKey rows(
            Connection connection,
            KeyDictionary dictionary,
            List<AttributesOf> lookUps,
            AnswerLimit limit)
            throws SQLException {
        List<Wanted> wanted = new ArrayList<>();
        for (int number = 0; number < lookUps.size(); number++) {
            AttributesOf of = lookUps.get(number);
            Entries<String> known = dictionary.keys(connection, of.tenant());
            // Read before the numbers: a key without one then has a greater one, if any.
            int after = known.greatestId();
            for (String key : of.keys()) {
                int id = known.id(key);
                wanted.add(new Wanted(number, of, key, id == 0 ? null : id, after));
            }
        }
        return BY_KEY.read(
                connection,
                limit,
                (select, first) -> {
                    Object[] positions = new Object[wanted.size()];
                    Arrays.setAll(positions, i -> i);
                    select.setArray(first, connection.createArrayOf("int4", positions));
                    setArray(select, first + 1, "uuid", wanted, each -> each.of().entity().id());
                    setArray(
                            select,
                            first + 2,
                            "int2",
                            wanted,
                            each -> AttributeScopes.number(each.of().scope()));
                    setArray(select, first + 3, "int4", wanted, Wanted::id);
                    setArray(
                            select,
                            first + 4,
                            "uuid",
                            wanted,
                            each -> each.unlessKnown(each.of().tenant().id()));
                    setArray(
                            select,
                            first + 5,
                            "int4",
                            wanted,
                            each -> each.unlessKnown(each.after()));
                    setArray(
                            select,
                            first + 6,
                            "text",
                            wanted,
                            each -> each.unlessKnown(each.key()));
                },
                new ByKey(wanted));
    }

    private static void setArray(
            PreparedStatement select,
            int parameter,
            String type,
            List<Wanted> wanted,
            Function<Wanted, @Nullable Object> element)
            throws SQLException {
        @Nullable Object[] elements = new Object[wanted.size()];
        for (int i = 0; i < elements.length; i++) {
            elements[i] = element.apply(wanted.get(i));
        }
        select.setArray(parameter, select.getConnection().createArrayOf(type, elements));
    }

    /** The attributes of several look-ups, by the number of the look-up. */
    private static final class ByKey implements BoundedSelect.Reading {

        private final List<Wanted> wanted;
        private final Map<Integer, List<Attribute>> found = new HashMap<>();

        /** The first look-up that has not all its attributes here. */
        int exceededAt = Integer.MAX_VALUE;

        ByKey(List<Wanted> wanted) {
            this.wanted = wanted;
        }

        @Override
        public void add(ResultSet row, String json) throws SQLException {
            Wanted its = wanted.get(row.getInt(FIRST_COLUMN));
            found.computeIfAbsent(its.number(), _ -> new ArrayList<>())
                    .add(attribute(its.key(), row.getLong(FIRST_COLUMN + 1), json));
        }

        @Override
        public void exceeded(ResultSet row) throws SQLException {
            exceededAt = wanted.get(row.getInt(FIRST_COLUMN)).number();
        }

        List<Attribute> found(int number) {
            return sorted(found.getOrDefault(number, List.of()));
        }
    }

    /** The tenant's keys, read again if another instance may have added some of the rows'. */
    private static Entries<String> names(
            Connection connection, KeyDictionary keys, TenantId tenant, List<Row> rows)
            throws SQLException {
        Entries<String> names = keys.keys(connection, tenant);
        return rows.stream().allMatch(row -> names.entry(row.key()) != null)
                ? names
                : keys.refresh(connection, tenant);
    }

    private static List<Attribute> sorted(List<Attribute> attributes) {
        return attributes.stream()
                .sorted(Comparator.comparing(attribute -> attribute.keyValue().key()))
                .toList();
    }
}
