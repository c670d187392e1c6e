// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import java.util.UUID;

/** What a device's actor is told. Times are milliseconds since the epoch. */
sealed interface DeviceCommand {

    /** A session of the device began. */
    record SessionOpened(ConnectedDevice device, UUID session, long at) implements DeviceCommand {}

    /** A session of the device ended. */
    record SessionClosed(ConnectedDevice device, UUID session, long at) implements DeviceCommand {}

    /** The device gave a sign. */
    record Active(ConnectedDevice device, long at) implements DeviceCommand {}

    /** Look whether the device has been silent for too long. */
    record CheckActivity() implements DeviceCommand {}
}
