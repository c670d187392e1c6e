// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.keydictionary;

import static java.util.Objects.requireNonNull;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.store.keydictionary.DictionaryTable.Entry;
import io.millrace.server.store.keydictionary.DictionaryTable.Numbered;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Maps entries to numbers, separately for each tenant. Entries are never removed, and their number per tenant is
 * bounded. The entries of recently used tenants are cached in memory. Safe for concurrent use by threads and processes.
 */
public final class TenantDictionary<E> {

    /** Tenants to which one transaction adds entries: PostgreSQL has a bound for the locks of all transactions. */
    private static final int MOST_LOCKED = 100;

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
        return cached != null
                ? cached
                : requireNonNull(load(connection, Set.of(tenant)).get(tenant));
    }

    /** Returns the entries of a tenant, including those that other processes have added. */
    public Entries<E> refresh(Connection connection, TenantId tenant) throws SQLException {
        Entries<E> entries = entries(connection, tenant);
        Map<TenantId, Integer> after = Map.of(tenant, entries.greatestId());
        entries.add(table.load(connection, after));
        cache.put(tenant, entries);
        return entries;
    }

    /**
     * Returns the cached entries of tenants; those that are not cached are read in one transaction. Call it before the
     * transaction that uses the entries takes its connection.
     *
     * @return entries of each of the tenants
     */
    public Map<TenantId, Entries<E>> entries(Transactions transactions, Set<TenantId> tenants)
            throws SQLException, InterruptedException {
        Map<TenantId, Entries<E>> found = new HashMap<>(cache.getAllPresent(tenants));
        if (found.size() < tenants.size()) {
            Set<TenantId> missing = new HashSet<>(tenants);
            missing.removeAll(found.keySet());
            found.putAll(transactions.patiently(connection -> load(connection, missing)));
        }
        return found;
    }

    /**
     * Adds the missing entries of tenants, up to the limit of each, in transactions of their own, which end before this
     * method returns. Accesses the database only if an entry may be added or a tenant is not cached. Call it before the
     * transaction that uses the entries takes its connection.
     *
     * @return entries of each of the tenants
     */
    public Map<TenantId, Entries<E>> intern(
            Transactions transactions, Map<TenantId, ? extends Collection<E>> wanted)
            throws SQLException, InterruptedException {
        Map<TenantId, Entries<E>> known = entries(transactions, wanted.keySet());
        List<Lacking<E>> lacking = new ArrayList<>();
        wanted.forEach((tenant, entries) -> {
            Entries<E> present = requireNonNull(known.get(tenant));
            if (!present.isFull() && !entries.stream().allMatch(present::contains)) {
                lacking.add(new Lacking<>(tenant, present, entries));
            }
        });
        for (int from = 0; from < lacking.size(); from += MOST_LOCKED) {
            List<Lacking<E>> some =
                    lacking.subList(from, Math.min(from + MOST_LOCKED, lacking.size()));
            Map<TenantId, List<Numbered<E>>> more =
                    byTenant(transactions.patiently(connection -> addMissing(connection, some)));
            for (Lacking<E> of : some) {
                of.known().add(more.getOrDefault(of.tenant(), List.of()));
                cache.put(of.tenant(), of.known());
            }
        }
        return known;
    }

    /** A tenant that lacks some of the wanted entries. */
    private record Lacking<E>(TenantId tenant, Entries<E> known, Collection<E> wanted) {

        /** The entries to add. */
        Stream<Entry<E>> missing(List<Numbered<E>> addedElsewhere) {
            Set<E> there = addedElsewhere.stream().map(Numbered::entry).collect(Collectors.toSet());
            return wanted.stream()
                    .distinct()
                    .filter(entry -> !known.contains(entry) && !there.contains(entry))
                    .limit(Math.max(0, known.room() - there.size()))
                    .map(entry -> new Entry<>(tenant, entry));
        }
    }

    private Map<TenantId, Entries<E>> load(Connection connection, Set<TenantId> tenants)
            throws SQLException {
        Map<TenantId, Integer> after = new HashMap<>();
        tenants.forEach(tenant -> after.put(tenant, 0));
        Map<TenantId, List<Numbered<E>>> rows = byTenant(table.load(connection, after));
        Map<TenantId, Entries<E>> loaded = new HashMap<>();
        for (TenantId tenant : tenants) {
            Entries<E> entries = new Entries<>(bound);
            entries.add(rows.getOrDefault(tenant, List.of()));
            loaded.put(tenant, cache.asMap().merge(tenant, entries, (present, _) -> present));
        }
        return loaded;
    }

    /** Returns the entries that other processes have added, and those that this one adds. */
    private List<Numbered<E>> addMissing(Connection connection, List<Lacking<E>> tenants)
            throws SQLException {
        lock(connection, tenants);
        Map<TenantId, Integer> after = new HashMap<>();
        tenants.forEach(of -> after.put(of.tenant(), of.known().greatestId()));
        List<Numbered<E>> more = new ArrayList<>(table.load(connection, after));
        Map<TenantId, List<Numbered<E>>> elsewhere = byTenant(more);
        List<Entry<E>> missing =
                tenants.stream()
                        .flatMap(of -> of.missing(elsewhere.getOrDefault(of.tenant(), List.of())))
                        .toList();
        if (!missing.isEmpty()) {
            more.addAll(table.insert(connection, missing));
        }
        return more;
    }

    private static <E> Map<TenantId, List<Numbered<E>>> byTenant(List<Numbered<E>> rows) {
        return rows.stream().collect(Collectors.groupingBy(Numbered::tenant));
    }

    /** Locks tenants in the order of their keys, as all processes do, so that none of these wait for each other. */
    private void lock(Connection connection, List<Lacking<E>> tenants) throws SQLException {
        Integer[] keys =
                tenants.stream()
                        .map(of -> of.tenant().hashCode())
                        .distinct()
                        .sorted()
                        .toArray(Integer[]::new);
        try (PreparedStatement lock =
                connection.prepareStatement(
                        "select pg_advisory_xact_lock(?, key) from unnest(?::int[]) as k (key)")) {
            lock.setInt(1, table.lockClass());
            lock.setArray(2, connection.createArrayOf("int4", keys));
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

        boolean contains(E entry) {
            return ids.containsKey(entry);
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
