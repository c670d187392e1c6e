// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.AssetId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.AssetProfiles;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.assetprofile.AssetProfile;
import io.millrace.server.registry.assetprofile.AssetProfilesChanged;
import io.millrace.server.registry.profile.ProfileCache;
import io.millrace.server.registry.profile.ProfileRepository;
import io.millrace.server.registry.tenant.TenantDeleted;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.springframework.context.event.EventListener;

/** Answers the engine which profile an asset has. Events of changes, also on other instances, remove what has changed. */
final class CachedAssetProfiles implements AssetProfiles {

    private final ProfileCache<AssetProfile, Profile> cache;

    CachedAssetProfiles(ProfileRepository<AssetProfile> profiles, DatabaseLookups lookups) {
        this.cache =
                new ProfileCache<>(
                        profiles, CachedAssetProfiles::profile, lookups, Ticker.systemTicker());
    }

    @Override
    public CompletionStage<Optional<Profile>> of(TenantId tenant, AssetId asset) {
        return cache.of(tenant, asset.id());
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
        cache.forget(changed.tenant(), changed.asset().id());
    }

    @EventListener
    void on(AssetProfilesChanged changed) {
        cache.forget(changed.tenant());
    }

    @EventListener
    void on(TenantDeleted deleted) {
        cache.forget(deleted.tenant());
    }
}
