// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.DeviceCredentialsStore;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/** Holds the credentials of the devices that a test adds. */
public final class InMemoryDeviceCredentialsStore implements DeviceCredentialsStore {

    private record Owned(TenantId tenant, DeviceId device) {}

    private final Map<Owned, Credentials> credentials = new ConcurrentHashMap<>();

    @Override
    public CompletionStage<Optional<Credentials>> of(TenantId tenant, DeviceId device) {
        return CompletableFuture.completedStage(
                Optional.ofNullable(credentials.get(new Owned(tenant, device))));
    }

    /** Gives a device its credentials. */
    public void put(TenantId tenant, DeviceId device, Credentials its) {
        credentials.put(new Owned(tenant, device), its);
    }
}
