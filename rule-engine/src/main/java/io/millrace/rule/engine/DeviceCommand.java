// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import io.millrace.rule.store.DeviceStates;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;

/** A command to a device's actor. Times are milliseconds since the epoch. */
sealed interface DeviceCommand {

    ConnectedDevice device();

    /** A session of the device began. */
    record SessionOpened(ConnectedDevice device, UUID session, long at) implements DeviceCommand {}

    /** A session of the device ended. */
    record SessionClosed(ConnectedDevice device, UUID session, long at) implements DeviceCommand {}

    /** A session of the device has been replaced by one on another instance, which reports it. */
    record SessionMoved(ConnectedDevice device, UUID session) implements DeviceCommand {}

    /**
     * A session of the device was lost with its instance.
     *
     * @param connectedAt when the session began
     * @param done completes when the end of the session is stored, or had been stored before, or the device has a
     *     session on this instance; fails if it cannot be stored now
     */
    record SessionLost(ConnectedDevice device, long connectedAt, CompletableFuture<Void> done)
            implements DeviceCommand {}

    /**
     * A rule node reports an event of the device.
     *
     * @param at when it happened
     * @param done completes when the change is stored and the message about it is safe; fails if that is not possible
     *     now. For activity it completes when that is noted
     */
    record Reported(
            ConnectedDevice device, DeviceStates.Event event, long at, CompletableFuture<Void> done)
            implements DeviceCommand {}

    /** The device showed activity. */
    record Active(ConnectedDevice device, long at) implements DeviceCommand {}

    /**
     * Checks whether the device has been silent for too long.
     *
     * @param dueAt the device's due time in the store of active devices
     * @param done completes when the result of the check is stored, or cannot be
     */
    record CheckActivity(ConnectedDevice device, long dueAt, CompletableFuture<Void> done)
            implements DeviceCommand {}
}
