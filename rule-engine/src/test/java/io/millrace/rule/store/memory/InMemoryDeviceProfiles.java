// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceProfiles;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Holds the profiles of the devices that a test adds. */
public final class InMemoryDeviceProfiles implements DeviceProfiles {

    private record Owned(TenantId tenant, DeviceId device) {}

    private final Map<Owned, Profile> profiles = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<Profile>> of(TenantId tenant, DeviceId device) {
        return CompletableFuture.completedFuture(
                Optional.ofNullable(profiles.get(new Owned(tenant, device))));
    }

    /** Gives a device its profile. */
    public void put(TenantId tenant, DeviceId device, Profile profile) {
        profiles.put(new Owned(tenant, device), profile);
    }
}
