// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.deviceprofile.DeviceProfile;
import io.millrace.server.registry.deviceprofile.DeviceProfileRepository;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * Tells the engine which profile a device has. Changes made on this instance count at once, those of another within
 * {@link #MEMORY}. While the database is away, answers wait: an outage is no failure of a message.
 */
final class CachedDeviceProfiles implements DeviceProfiles {

    private static final int MAX_REMEMBERED = 100_000;
    private static final Duration MEMORY = Duration.ofSeconds(60);

    private final DeviceProfileRepository profiles;
    private final DatabaseLookups lookups;
    private final AsyncCache<Key, Optional<Profile>> remembered =
            Caffeine.newBuilder()
                    .maximumSize(MAX_REMEMBERED)
                    .expireAfterWrite(MEMORY)
                    .executor(Runnable::run)
                    .buildAsync();

    CachedDeviceProfiles(DeviceProfileRepository profiles, DatabaseLookups lookups) {
        this.profiles = profiles;
        this.lookups = lookups;
    }

    @Override
    public CompletionStage<Optional<Profile>> of(TenantId tenant, DeviceId device) {
        return remembered.get(
                new Key(tenant, device),
                (key, _) ->
                        lookups.runUntilAnswered(() ->
                                profiles.findByDevice(key.tenant(), key.device())
                                        .map(CachedDeviceProfiles::profile)));
    }

    private static Profile profile(DeviceProfile profile) {
        return new Profile(
                profile.id(),
                profile.name(),
                profile.defaultRuleChainId(),
                profile.defaultQueueName(),
                profile.hasAlarmRules());
    }

    void forget(TenantId tenant, DeviceId device) {
        remembered.synchronous().invalidate(new Key(tenant, device));
    }

    void forgetAll() {
        remembered.synchronous().invalidateAll();
    }

    private record Key(TenantId tenant, DeviceId device) {}
}
