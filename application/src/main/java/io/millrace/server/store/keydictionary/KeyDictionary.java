// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import io.millrace.message.id.TenantId;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jsonb.JsonbValues;
import io.millrace.server.store.keydictionary.DictionaryTable.Numbered;
import io.millrace.server.store.keydictionary.TenantDictionary.Entries;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

    /** Returns the cached keys of a tenant; accesses the database only if the tenant is not cached. */
    public Entries<String> keys(Transactions transactions, TenantId tenant)
            throws SQLException, InterruptedException {
        return dictionary.entries(transactions, tenant);
    }

    /**
     * Adds the missing keys, if they are valid and within the tenant's limit, in a transaction of their own. Call it
     * before the transaction that uses the keys takes its connection.
     */
    public Entries<String> intern(
            Transactions transactions, TenantId tenant, Collection<String> wanted)
            throws SQLException, InterruptedException {
        List<String> valid = wanted.stream().filter(key -> complaint(key) == null).toList();
        return dictionary.intern(transactions, tenant, valid);
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
        public List<Numbered<String>> load(Connection connection, TenantId tenant, int after)
                throws SQLException {
            try (PreparedStatement select =
                    connection.prepareStatement(
                            """
                            select id, key from key_dictionary
                            where tenant_id = ? and id > ? order by id\
                            """)) {
                select.setObject(1, tenant.id());
                select.setInt(2, after);
                return read(select);
            }
        }

        @Override
        public List<Numbered<String>> insert(
                Connection connection, TenantId tenant, List<String> keys) throws SQLException {
            try (PreparedStatement insert =
                    connection.prepareStatement(
                            """
                            insert into key_dictionary (tenant_id, key)
                            select ?, key from unnest(?::text[]) with ordinality as k (key, n) order by n
                            returning id, key\
                            """)) {
                insert.setObject(1, tenant.id());
                insert.setArray(2, connection.createArrayOf("text", keys.toArray()));
                return read(insert);
            }
        }

        private static List<Numbered<String>> read(PreparedStatement statement)
                throws SQLException {
            List<Numbered<String>> keys = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    keys.add(new Numbered<>(rows.getInt(1), rows.getString(2)));
                }
            }
            return keys;
        }
    }
}
