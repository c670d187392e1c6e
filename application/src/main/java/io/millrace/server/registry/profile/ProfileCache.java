// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.profile;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * The profiles of entities of one kind, cached by entity. The cache is told of changes; what is changed past the service
 * is noticed after ten minutes. While the database is away, lookups wait: an outage fails no message. Thread-safe.
 *
 * @param <V> what is cached of a profile
 */
public final class ProfileCache<P extends EntityProfile, V> {

    private static final int MAX_ENTRIES = 100_000;
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

    private final ProfileRepository<P> profiles;
    private final DatabaseLookups lookups;
    private final Function<P, V> extract;
    private final AsyncCache<Key, Optional<V>> cached =
            Caffeine.newBuilder()
                    .maximumSize(MAX_ENTRIES)
                    .expireAfterWrite(TIME_TO_LIVE)
                    .executor(Runnable::run)
                    .buildAsync();

    public ProfileCache(
            ProfileRepository<P> profiles, DatabaseLookups lookups, Function<P, V> extract) {
        this.profiles = profiles;
        this.lookups = lookups;
        this.extract = extract;
    }

    private record Key(TenantId tenant, UUID entity) {}

    /** The profile of an entity; empty if the tenant has no such entity. */
    public CompletableFuture<Optional<V>> of(TenantId tenant, UUID entity) {
        return cached.get(
                new Key(tenant, entity),
                (key, _) -> lookups.runUntilAnswered(key.tenant(), () -> load(key)));
    }

    private Optional<V> load(Key key) {
        return profiles.findByEntity(key.tenant(), key.entity()).map(extract);
    }

    public void forget(TenantId tenant, UUID entity) {
        cached.synchronous().invalidate(new Key(tenant, entity));
    }

    public void forgetAll() {
        cached.synchronous().invalidateAll();
    }
}
