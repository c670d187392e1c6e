// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.TenantId;
import io.millrace.server.store.keydictionary.DictionaryTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Numbers entries, each tenant's its own, and keeps them for ever. A tenant has a bounded number of entries. What is
 * known is answered from memory; the tenants used last are kept there. Safe for use by many threads and processes.
 */
public final class TenantDictionary<E> {

    private final DictionaryTable<E> table;
    private final int bound;
    private final Cache<TenantId, Entries<E>> cache;

    /**
     * A dictionary over a table.
     *
     * @param bound most entries of one tenant
     * @param entriesInMemory about how many entries of all tenants are kept in memory
     */
    public TenantDictionary(DictionaryTable<E> table, int bound, int entriesInMemory) {
        if (bound <= 0) {
            throw new IllegalArgumentException("expected bound to be positive, but got " + bound);
        }
        this.table = table;
        this.bound = bound;
        this.cache =
                Caffeine.newBuilder()
                        .maximumWeight(entriesInMemory)
                        .weigher((TenantId _, Entries<E> entries) -> 1 + entries.size())
                        .build();
    }

    /** Most entries of one tenant. */
    public int bound() {
        return bound;
    }

    /** What this process knows of a tenant's entries; may lack those that another process has added since. */
    public Entries<E> entries(Connection connection, TenantId tenant) throws SQLException {
        @Nullable Entries<E> cached = cache.getIfPresent(tenant);
        if (cached != null) {
            return cached;
        }
        Entries<E> loaded = new Entries<>(bound);
        loaded.add(table.load(connection, tenant, 0));
        return cache.asMap().merge(tenant, loaded, (present, _) -> present);
    }

    /** Learns what other processes have added. */
    public Entries<E> refresh(Connection connection, TenantId tenant) throws SQLException {
        Entries<E> entries = entries(connection, tenant);
        entries.add(table.load(connection, tenant, entries.greatestId()));
        cache.put(tenant, entries);
        return entries;
    }

    /**
     * Adds those of the entries that are missing, as far as the tenant has room. Commits the connection's transaction:
     * to be called before anything is written in it. Touches the database only if something may be added.
     */
    public Entries<E> intern(Connection connection, TenantId tenant, Collection<E> wanted)
            throws SQLException {
        Entries<E> entries = entries(connection, tenant);
        if (entries.isFull() || wanted.stream().allMatch(entry -> entries.id(entry) != 0)) {
            return entries;
        }
        connection.commit();
        lock(connection, tenant);
        entries.add(table.load(connection, tenant, entries.greatestId()));
        List<E> missing =
                wanted.stream()
                        .distinct()
                        .filter(entry -> entries.id(entry) == 0)
                        .limit(entries.room())
                        .toList();
        List<Numbered<E>> added =
                missing.isEmpty() ? List.of() : table.insert(connection, tenant, missing);
        connection.commit();
        entries.add(added);
        cache.put(tenant, entries);
        return entries;
    }

    private void lock(Connection connection, TenantId tenant) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("select pg_advisory_xact_lock(?, ?)")) {
            lock.setInt(1, table.lockClass());
            lock.setInt(2, tenant.hashCode());
            lock.execute();
        }
    }

    /** The entries of one tenant. They only ever become more. */
    public static final class Entries<E> {

        private final int bound;
        private final Map<E, Integer> ids = new ConcurrentHashMap<>();
        private final Map<Integer, E> byId = new ConcurrentHashMap<>();
        private volatile int greatestId;

        Entries(int bound) {
            this.bound = bound;
        }

        /** The number of an entry, or 0 if it is not known. */
        public int id(E entry) {
            @Nullable Integer id = ids.get(entry);
            return id == null ? 0 : id;
        }

        /** The entry with a number, or null if it is not known. */
        public @Nullable E entry(int id) {
            return byId.get(id);
        }

        /** Whether no further entry can be added. */
        public boolean isFull() {
            return room() == 0;
        }

        int room() {
            return Math.max(0, bound - ids.size());
        }

        int size() {
            return ids.size();
        }

        int greatestId() {
            return greatestId;
        }

        synchronized void add(List<Numbered<E>> more) {
            for (Numbered<E> numbered : more) {
                byId.put(numbered.id(), numbered.entry());
                ids.put(numbered.entry(), numbered.id());
                greatestId = Math.max(greatestId, numbered.id());
            }
        }
    }
}
