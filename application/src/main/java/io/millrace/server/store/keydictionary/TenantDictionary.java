// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.keydictionary.DictionaryTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Maps entries to numbers, separately for each tenant. Entries are never removed, and their number per tenant is
 * bounded. The entries of recently used tenants are cached in memory. Safe for concurrent use by threads and processes.
 */
public final class TenantDictionary<E> {

    private final DictionaryTable<E> table;
    private final int bound;
    private final Cache<TenantId, Entries<E>> cache;

    /**
     * Creates a dictionary over a table.
     *
     * @param bound maximum number of entries of one tenant
     * @param entriesInMemory approximate number of entries of all tenants that are cached
     */
    public TenantDictionary(DictionaryTable<E> table, int bound, int entriesInMemory) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive, but is " + bound);
        }
        this.table = table;
        this.bound = bound;
        this.cache =
                Caffeine.newBuilder()
                        .maximumWeight(entriesInMemory)
                        .weigher((TenantId _, Entries<E> entries) -> 1 + entries.size())
                        .build();
    }

    /** The maximum number of entries of one tenant. */
    public int bound() {
        return bound;
    }

    /** Returns the cached entries of a tenant; entries that another process added later may be missing. */
    public Entries<E> entries(Connection connection, TenantId tenant) throws SQLException {
        @Nullable Entries<E> cached = cache.getIfPresent(tenant);
        if (cached != null) {
            return cached;
        }
        Entries<E> loaded = new Entries<>(bound);
        loaded.add(table.load(connection, tenant, 0));
        return cache.asMap().merge(tenant, loaded, (present, _) -> present);
    }

    /** Returns the entries of a tenant, including those that other processes have added. */
    public Entries<E> refresh(Connection connection, TenantId tenant) throws SQLException {
        Entries<E> entries = entries(connection, tenant);
        entries.add(table.load(connection, tenant, entries.greatestId()));
        cache.put(tenant, entries);
        return entries;
    }

    /**
     * Adds the missing entries, up to the tenant's limit, in a transaction of their own, which ends before this method
     * returns. Accesses the database only if an entry may be added or the tenant is not cached. Call it before the
     * transaction that uses the entries takes its connection.
     */
    public Entries<E> intern(Transactions transactions, TenantId tenant, Collection<E> wanted)
            throws SQLException, InterruptedException {
        Entries<E> entries = entries(transactions, tenant);
        if (entries.isFull() || wanted.stream().allMatch(entry -> entries.id(entry) != 0)) {
            return entries;
        }
        List<Numbered<E>> more =
                transactions.patiently(
                        connection -> addMissing(connection, tenant, entries, wanted));
        entries.add(more);
        cache.put(tenant, entries);
        return entries;
    }

    /** Returns the cached entries of a tenant; accesses the database only if the tenant is not cached. */
    public Entries<E> entries(Transactions transactions, TenantId tenant)
            throws SQLException, InterruptedException {
        @Nullable Entries<E> cached = cache.getIfPresent(tenant);
        return cached != null
                ? cached
                : transactions.patiently(connection -> entries(connection, tenant));
    }

    /** Returns the entries that other processes have added, and those that this one adds. */
    private List<Numbered<E>> addMissing(
            Connection connection, TenantId tenant, Entries<E> known, Collection<E> wanted)
            throws SQLException {
        lock(connection, tenant);
        List<Numbered<E>> more =
                new ArrayList<>(table.load(connection, tenant, known.greatestId()));
        Set<E> there = more.stream().map(Numbered::entry).collect(Collectors.toSet());
        List<E> missing =
                wanted.stream()
                        .distinct()
                        .filter(entry -> known.id(entry) == 0 && !there.contains(entry))
                        .limit(Math.max(0, known.room() - there.size()))
                        .toList();
        if (!missing.isEmpty()) {
            more.addAll(table.insert(connection, tenant, missing));
        }
        return more;
    }

    private void lock(Connection connection, TenantId tenant) throws SQLException {
        try (PreparedStatement lock =
                connection.prepareStatement("select pg_advisory_xact_lock(?, ?)")) {
            lock.setInt(1, table.lockClass());
            lock.setInt(2, tenant.hashCode());
            lock.execute();
        }
    }

    /** The entries of one tenant. Entries are added, but never removed. Thread-safe. */
    public static final class Entries<E> {

        private final int bound;
        private final Map<E, Integer> ids = new ConcurrentHashMap<>();
        private final Map<Integer, E> byId = new ConcurrentHashMap<>();
        private volatile int greatestId;

        Entries(int bound) {
            this.bound = bound;
        }

        /** Returns the number of an entry, or 0 if it is unknown. */
        public int id(E entry) {
            @Nullable Integer id = ids.get(entry);
            return id == null ? 0 : id;
        }

        /** Returns the entry with a number, or null if it is unknown. */
        public @Nullable E entry(int id) {
            return byId.get(id);
        }

        /** True if no entry can be added. */
        public boolean isFull() {
            return room() == 0;
        }

        int room() {
            return Math.max(0, bound - ids.size());
        }

        int size() {
            return ids.size();
        }

        /** The greatest number; entries that other processes add later have greater ones. */
        public int greatestId() {
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
