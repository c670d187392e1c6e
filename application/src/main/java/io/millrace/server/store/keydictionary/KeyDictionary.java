// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import io.millrace.message.id.TenantId;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.ArrayColumn;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.keydictionary.DictionaryTable.Entry;
import io.millrace.server.store.keydictionary.DictionaryTable.Numbered;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Maps the keys of a tenant's time series and attributes to numbers. */
public final class KeyDictionary {

    /** Default for the maximum number of keys of one tenant. */
    public static final int DEFAULT_BOUND = 10_000;

    private static final int LONGEST_KEY = 255;
    private static final int KEYS_IN_MEMORY = 500_000;

    private final TenantDictionary<String> dictionary;

    /**
     * Creates a dictionary. Each call passes the connection to the database whose table is used.
     *
     * @param bound maximum number of keys of one tenant
     */
    public KeyDictionary(int bound) {
        this.dictionary = new TenantDictionary<>(new Table(), bound, KEYS_IN_MEMORY);
    }

    /** Returns the keys of a tenant that this process has cached. */
    public Entries<String> keys(Connection connection, TenantId tenant) throws SQLException {
        return dictionary.entries(connection, tenant);
    }

    /** Returns the keys of a tenant, including those that other processes have added. */
    public Entries<String> refresh(Connection connection, TenantId tenant) throws SQLException {
        return dictionary.refresh(connection, tenant);
    }

    /** Returns the cached keys of each of the tenants; those that are not cached are read in one transaction. */
    public Map<TenantId, Entries<String>> keys(Transactions transactions, Set<TenantId> tenants)
            throws SQLException, InterruptedException {
        return dictionary.entries(transactions, tenants);
    }

    /**
     * Adds the missing keys of tenants, if they are valid and within the limit of each, in transactions of their own.
     * Call it before the transaction that uses the keys takes its connection.
     *
     * @return keys of each of the tenants
     */
    public Map<TenantId, Entries<String>> intern(
            Transactions transactions, Map<TenantId, ? extends Collection<String>> wanted)
            throws SQLException, InterruptedException {
        Map<TenantId, List<String>> valid = new HashMap<>();
        wanted.forEach((tenant, keys) ->
                valid.put(tenant, keys.stream().filter(key -> complaint(key) == null).toList()));
        return dictionary.intern(transactions, valid);
    }

    /** Returns the reason why a key has no number after {@link #intern}. */
    public StoreException refusal(String key) {
        @Nullable String complaint = complaint(key);
        return new StoreException(
                complaint != null
                        ? complaint
                        : "the tenant already has the maximum of %d keys; key \"%s\" was not added"
                                .formatted(dictionary.bound(), key));
    }

    private static @Nullable String complaint(String key) {
        if (key.isBlank()) {
            return "a key must not be blank";
        }
        if (key.length() > LONGEST_KEY) {
            return "a key must have at most %d characters, but has %d"
                    .formatted(LONGEST_KEY, key.length());
        }
        return JsonbValues.isStorable(key)
                ? null
                : "a key must not contain a NUL character or an unpaired surrogate";
    }

    private static final class Table implements DictionaryTable<String> {

        @Override
        public int lockClass() {
            return 1;
        }

        @Override
        public List<Numbered<String>> load(Connection connection, Map<TenantId, Integer> after)
                throws SQLException {
            try (PreparedStatement select =
                    connection.prepareStatement(
                            """
                            select t.id, k.id, k.key
                              from unnest(?::uuid[], ?::int[]) as t (id, after)
                              cross join lateral (
                                select id, key from key_dictionary
                                 where tenant_id = t.id and id > t.after order by id) k\
                            """)) {
                select.setArray(
                        1,
                        ArrayColumn.of(connection, "uuid", after.keySet(), tenant -> tenant.id()));
                select.setArray(
                        2, ArrayColumn.of(connection, "int4", after.values(), number -> number));
                return read(select);
            }
        }

        @Override
        public List<Numbered<String>> insert(Connection connection, List<Entry<String>> keys)
                throws SQLException {
            try (PreparedStatement insert =
                    connection.prepareStatement(
                            """
                            insert into key_dictionary (tenant_id, key)
                            select tenant_id, key
                              from unnest(?::uuid[], ?::text[]) with ordinality as k (tenant_id, key, n)
                             order by n
                            returning tenant_id, id, key\
                            """)) {
                insert.setArray(
                        1, ArrayColumn.of(connection, "uuid", keys, key -> key.tenant().id()));
                insert.setArray(2, ArrayColumn.of(connection, "text", keys, Entry::entry));
                return read(insert);
            }
        }

        private static List<Numbered<String>> read(PreparedStatement statement)
                throws SQLException {
            List<Numbered<String>> keys = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(
                            new Numbered<>(
                                    new TenantId(rows.getObject(1, UUID.class)),
                                    rows.getInt(2),
                                    rows.getString(3)));
                }
            }
            return keys;
        }
    }
}
