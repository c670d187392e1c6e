// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.assetprofile.AssetProfile;
import io.millrace.server.registry.assetprofile.AssetProfileRepository;
import io.millrace.server.registry.assetprofile.AssetProfilesChanged;
import io.millrace.server.registry.tenant.TenantDeleted;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.context.event.EventListener;

/**
 * Tells the engine which profile an asset has. Changes count as soon as this instance hears of them, and within
 * {@link #MEMORY} in any case. While the database is away, answers wait: an outage is no failure of a message.
 */
final class CachedAssetProfiles implements AssetProfiles {

    private static final int MAX_REMEMBERED = 100_000;
    private static final Duration MEMORY = Duration.ofSeconds(60);

    private final AssetProfileRepository profiles;
    private final DatabaseLookups lookups;
    private final AsyncCache<Key, Optional<Profile>> remembered =
            Caffeine.newBuilder()
                    .maximumSize(MAX_REMEMBERED)
                    .expireAfterWrite(MEMORY)
                    .executor(Runnable::run)
                    .buildAsync();

    CachedAssetProfiles(AssetProfileRepository profiles, DatabaseLookups lookups) {
        this.profiles = profiles;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<Optional<Profile>> of(TenantId tenant, AssetId asset) {
        return remembered.get(
                new Key(tenant, asset),
                (key, _) ->
                        lookups.runUntilAnswered(() ->
                                profiles.findByAsset(key.tenant(), key.asset())
                                        .map(CachedAssetProfiles::profile)));
    }

    private static Profile profile(AssetProfile profile) {
        return new Profile(
                profile.id(),
                profile.name(),
                profile.defaultRuleChainId(),
                profile.defaultQueueName());
    }

    @EventListener
    void on(AssetChanged changed) {
        remembered.synchronous().invalidate(new Key(changed.tenant(), changed.asset()));
    }

    @EventListener
    void on(AssetProfilesChanged changed) {
        remembered.synchronous().invalidateAll();
    }

    @EventListener
    void on(TenantDeleted deleted) {
        remembered.synchronous().invalidateAll();
    }

    private record Key(TenantId tenant, AssetId asset) {}
}
