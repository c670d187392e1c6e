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
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The profiles of entities of one kind, cached: for each entity the id of its profile, and each profile once. The cache
 * is told of changes that the API makes; a single instance notices a change by SQL when the cached answer ends. That an
 * entity does not exist is cached for a minute only, because other instances do not tell of new entities. While the
 * database is away, lookups wait: an outage fails no message. Thread-safe.
 *
 * @param <P> profile as it is stored
 * @param <V> what is cached of a profile
 */
public final class ProfileCache<P, V> {

    /** For how long a profile is cached. */
    static final Duration MEMORY = Duration.ofMinutes(10);

    static final Duration MEMORY_OF_MISSING = Duration.ofMinutes(1);

    /**
     * For how long the profile's id is cached of an entity: a random time up to this one, and at least half of it.
     * Entities that were read together, after a start for example, are not all read again together.
     */
    static final Duration LONGEST_MEMORY_OF_ENTITY = Duration.ofHours(1);

    private static final int MAX_ENTRIES = 100_000;

    private final Queries<P> stored;
    private final Function<P, V> shown;
    private final DatabaseLookups lookups;
    private final AsyncCache<Key, Optional<UUID>> ids;
    private final AsyncCache<Key, Optional<V>> profiles;

    /** Entities with the same profile share its id. */
    private final Interner<UUID> sharedIds = Interner.newWeakInterner();

    /** The queries of the cache. They block. */
    public interface Queries<P> {

        /** The id of an entity's profile; empty if the tenant has no such entity. */
        Optional<UUID> profileIdOf(TenantId tenant, UUID entity);

        /** The profile with an id; empty if the tenant has none. */
        Optional<P> find(TenantId tenant, UUID profile);
    }

    /**
     * Creates an empty cache.
     *
     * @param shown makes of a stored profile what is cached; does not block
     */
    public ProfileCache(
            Queries<P> stored, Function<P, V> shown, DatabaseLookups lookups, Ticker ticker) {
        this.stored = stored;
        this.shown = shown;
        this.lookups = lookups;
        this.ids = cache(ProfileCache::memoryOfEntity, ticker);
        this.profiles = cache(() -> MEMORY, ticker);
    }

    private static <T> AsyncCache<Key, Optional<T>> cache(
            Supplier<Duration> memory, Ticker ticker) {
        return Caffeine.newBuilder()
                .maximumSize(MAX_ENTRIES)
                .expireAfter(
                        Expiry.<Key, Optional<T>>writing(
                                (_, found) -> found.isPresent() ? memory.get() : MEMORY_OF_MISSING))
                .ticker(ticker)
                .executor(Runnable::run)
                .buildAsync();
    }

    private static Duration memoryOfEntity() {
        long longest = LONGEST_MEMORY_OF_ENTITY.toMillis();
        return Duration.ofMillis(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    }

    /** The id of an entity or of a profile. */
    private record Key(TenantId tenant, UUID id) {}

    /** The profile of an entity; empty if the tenant has no such entity. */
    public CompletableFuture<Optional<V>> of(TenantId tenant, UUID entity) {
        Key key = new Key(tenant, entity);
        CompletableFuture<Optional<UUID>> id = idOf(key);
        return profile(tenant, id)
                .thenCompose(found -> {
                    if (found.isPresent() || id.join().isEmpty()) {
                        return CompletableFuture.completedFuture(found);
                    }
                    // The entity was given another profile, and the former one was deleted.
                    ids.asMap().remove(key, id);
                    return profile(tenant, idOf(key));
                });
    }

    private CompletableFuture<Optional<UUID>> idOf(Key entity) {
        return ids.get(
                entity,
                (key, _) ->
                        lookups.runUntilAnswered(
                                key.tenant(),
                                () ->
                                        stored.profileIdOf(key.tenant(), key.id())
                                                .map(sharedIds::intern)));
    }

    private CompletableFuture<Optional<V>> profile(
            TenantId tenant, CompletableFuture<Optional<UUID>> id) {
        return id.thenCompose(known ->
                known.map(profile -> profile(new Key(tenant, profile)))
                        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty())));
    }

    private CompletableFuture<Optional<V>> profile(Key profile) {
        return profiles.get(
                profile,
                (key, _) ->
                        lookups.runUntilAnswered(
                                key.tenant(),
                                () -> stored.find(key.tenant(), key.id()).map(shown)));
    }

    /**
     * For how long an answer for an entity, or a profile, stays in the cache; far more than {@link
     * #LONGEST_MEMORY_OF_ENTITY} for an answer of this instant.
     */
    Optional<Duration> memoryLeft(TenantId tenant, UUID entityOrProfile) {
        Key key = new Key(tenant, entityOrProfile);
        return Stream.of(ids, profiles)
                .flatMap(cache -> cache.synchronous().policy().expireVariably().stream())
                .flatMap(expiry -> expiry.getExpiresAfter(key).stream())
                .findFirst();
    }

    /** Reads the profile of an entity again, because the entity may have another one. */
    public void forget(TenantId tenant, UUID entity) {
        ids.synchronous().invalidate(new Key(tenant, entity));
    }

    /** Reads the profiles of a tenant again. */
    public void forgetProfiles(TenantId tenant) {
        forget(tenant, profiles);
    }

    /** Reads the profiles of a tenant again, and those of its entities. */
    public void forget(TenantId tenant) {
        forget(tenant, ids);
        forget(tenant, profiles);
    }

    private static void forget(TenantId tenant, AsyncCache<Key, ?> cache) {
        cache.asMap().keySet().removeIf(key -> key.tenant().equals(tenant));
    }

    public void forgetAll() {
        ids.synchronous().invalidateAll();
        profiles.synchronous().invalidateAll();
    }
}
