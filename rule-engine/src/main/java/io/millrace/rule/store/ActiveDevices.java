// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Stores the active devices, each with the time at which its activity has to be checked. The entries are on disk, so
 * that a device which falls silent becomes inactive although the instance that followed it has ended.
 *
 * <p>Changes need no lease, because the sessions of a device may be on an instance that does not own the device's
 * partition. Instead, {@link #move} and {@link #remove} take effect only if the entry is as their caller has seen it: of
 * several instances that check a device, one succeeds. While the store is unavailable, its stages stay incomplete; they
 * do not fail. All times are milliseconds since the epoch.
 */
public interface ActiveDevices {

    /** Stores nothing: for an engine whose devices have no sessions. */
    ActiveDevices NONE =
            new ActiveDevices() {
                @Override
                public CompletionStage<Boolean> put(TenantId tenant, DeviceId device, long dueAt) {
                    return CompletableFuture.completedStage(false);
                }

                @Override
                public CompletionStage<Boolean> move(DeviceId device, long from, long to) {
                    return CompletableFuture.completedStage(false);
                }

                @Override
                public CompletionStage<Boolean> remove(DeviceId device, long dueAt) {
                    return CompletableFuture.completedStage(false);
                }
            };

    /**
     * Adds a device, or replaces its due time.
     *
     * @return completes when the entry is on disk: true if the device had none before; fails with
     *     {@link StoreException} if it can never be stored
     */
    CompletionStage<Boolean> put(TenantId tenant, DeviceId device, long dueAt);

    /**
     * Changes the due time of a device.
     *
     * @return completes when the change is on disk: true, or false if the due time was not {@code from}; fails with
     *     {@link StoreException} if it can never be stored
     */
    CompletionStage<Boolean> move(DeviceId device, long from, long to);

    /**
     * Removes a device.
     *
     * @return completes when the removal is on disk: true, or false if the due time was not {@code dueAt}; fails with
     *     {@link StoreException} if it can never be stored
     */
    CompletionStage<Boolean> remove(DeviceId device, long dueAt);
}
