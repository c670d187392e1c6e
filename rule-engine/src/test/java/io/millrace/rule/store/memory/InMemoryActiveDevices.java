// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store.memory;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.store.ActiveDevices;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Active devices in memory. */
public final class InMemoryActiveDevices implements ActiveDevices {

    private final Map<DeviceId, Long> dueTimes = new HashMap<>();

    @Override
    public synchronized CompletionStage<Boolean> put(TenantId tenant, DeviceId device, long dueAt) {
        return CompletableFuture.completedStage(dueTimes.put(device, dueAt) == null);
    }

    @Override
    public synchronized CompletionStage<Boolean> move(DeviceId device, long from, long to) {
        return CompletableFuture.completedStage(dueTimes.replace(device, from, to));
    }

    @Override
    public synchronized CompletionStage<Boolean> remove(DeviceId device, long dueAt) {
        return CompletableFuture.completedStage(dueTimes.remove(device, dueAt));
    }

    /** The due time of a device, or null if it has no entry. */
    public synchronized @Nullable Long dueAt(DeviceId device) {
        return dueTimes.get(device);
    }
}
