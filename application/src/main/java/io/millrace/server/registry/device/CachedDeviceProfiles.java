// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.Ticker;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.profile.ProfileCache;
import io.millrace.server.registry.profile.ProfileRepository;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Answers the engine which profile a device has. {@link DeviceCaches} removes entries that have changed. */
final class CachedDeviceProfiles implements DeviceProfiles {

    private final ProfileCache<DeviceProfile, Profile> cache;
    private final CompiledAlarmRules rules = new CompiledAlarmRules();

    CachedDeviceProfiles(ProfileRepository<DeviceProfile> profiles, DatabaseLookups lookups) {
        this.cache = new ProfileCache<>(profiles, this::profile, lookups, Ticker.systemTicker());
    }

    @Override
    public CompletionStage<Optional<Profile>> of(TenantId tenant, DeviceId device) {
        return cache.of(tenant, device.id());
    }

    private Profile profile(DeviceProfile profile) {
        return new Profile(
                profile.id(),
                profile.name(),
                profile.defaultRuleChainId(),
                profile.defaultQueueName(),
                rules.of(profile));
    }

    void forget(TenantId tenant, DeviceId device) {
        cache.forget(tenant, device.id());
    }

    void forgetProfiles(TenantId tenant) {
        cache.forgetProfiles(tenant);
    }

    void forget(TenantId tenant) {
        cache.forget(tenant);
    }

    void forgetAll() {
        cache.forgetAll();
    }
}
