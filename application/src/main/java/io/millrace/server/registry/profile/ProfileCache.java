// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Interner;
import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * The profiles of entities of one kind, cached by entity. The cache is told of changes that the API makes; a change by SQL
 * is noticed after ten minutes. That an entity does not exist is cached for a minute only, because other instances do not
 * tell of new entities. While the database is away, lookups wait: an outage fails no message. Thread-safe.
 *
 * @param <V> what is cached of a profile; equal ones are kept once
 */
public final class ProfileCache<V> {

    static final Duration MEMORY = Duration.ofMinutes(10);
    static final Duration MEMORY_OF_MISSING = Duration.ofMinutes(1);

    private static final int MAX_ENTRIES = 100_000;

    private final BiFunction<TenantId, UUID, Optional<V>> stored;
    private final DatabaseLookups lookups;
    private final AsyncCache<Key, Optional<V>> cached;

    /** Entities with the same profile have the same object. */
    private final Interner<V> profiles = Interner.newWeakInterner();

    /**
     * Creates an empty cache.
     *
     * @param stored finds the profile of an entity in the database; empty if the tenant has no such entity
     */
    public ProfileCache(
            BiFunction<TenantId, UUID, Optional<V>> stored,
            DatabaseLookups lookups,
            Ticker ticker) {
        this.stored = stored;
        this.lookups = lookups;
        this.cached =
                Caffeine.newBuilder()
                        .maximumSize(MAX_ENTRIES)
                        .expireAfter(
                                Expiry.<Key, Optional<V>>writing((_, found) ->
                                        found.isPresent() ? MEMORY : MEMORY_OF_MISSING))
                        .ticker(ticker)
                        .executor(Runnable::run)
                        .buildAsync();
    }

    private record Key(TenantId tenant, UUID entity) {}

    /** The profile of an entity; empty if the tenant has no such entity. */
    public CompletableFuture<Optional<V>> of(TenantId tenant, UUID entity) {
        return cached.get(
                new Key(tenant, entity),
                (key, _) ->
                        lookups.runUntilAnswered(
                                key.tenant(),
                                () ->
                                        stored.apply(key.tenant(), key.entity())
                                                .map(profiles::intern)));
    }

    public void forget(TenantId tenant, UUID entity) {
        cached.synchronous().invalidate(new Key(tenant, entity));
    }

    public void forgetAll() {
        cached.synchronous().invalidateAll();
    }
}
