// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.transport.device.DeviceConnection.Downlink;

/**
 * Is notified of the connections of devices. Called on threads of the transports: no call may block or throw. The calls
 * for one connection come in order. When a device connects again, the new connection opens before the old one closes.
 */
public interface DeviceConnectionListener {

    /** A device's credentials were accepted; the transport confirms it after this method returns. */
    default void opened(DeviceConnection connection) {}

    /** A connection has ended, for the given reason, a text for people. */
    default void closed(DeviceConnection connection, String reason) {}

    /** The device sent something within the last reporting period; at most one call for each period. */
    default void activity(DeviceConnection connection) {}

    /** The device has asked for a kind of messages, again or for the first time. */
    default void subscribed(DeviceConnection connection, Downlink downlink) {}
}
