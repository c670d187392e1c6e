// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.inactivity;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;

/** A change to the entry of an active device. Times are milliseconds since the epoch. */
sealed interface ActiveDeviceChange {

    DeviceId device();

    /**
     * Adds a device or replaces its due time.
     *
     * @param added receives true if the device had no entry
     */
    record Put(TenantId tenant, DeviceId device, long dueAt, Outcome added)
            implements ActiveDeviceChange {}

    /**
     * Changes the due time of a device if it is {@code from}.
     *
     * @param moved receives true if it was
     */
    record Move(DeviceId device, long from, long to, Outcome moved) implements ActiveDeviceChange {}

    /**
     * Removes a device if its due time is {@code dueAt}.
     *
     * @param removed receives true if it was
     */
    record Remove(DeviceId device, long dueAt, Outcome removed) implements ActiveDeviceChange {}

    /** Removes a device with any due time; ignores a device without an entry. */
    record Forget(DeviceId device) implements ActiveDeviceChange {}

    /** The result of a change. If the write is repeated, the last attempt sets it. */
    final class Outcome {
        volatile boolean is;
    }
}
