// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.exchange;

import io.millrace.queue.MessageQueue;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.DeviceEvents;
import io.millrace.transport.device.DeviceLimits;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.mqtt.client.SessionStore;
import java.time.InstantSource;
import java.util.function.Function;

/**
 * What the device API is made of.
 *
 * @param queue takes the messages of devices
 * @param sessions the stored sessions of a device's clients
 * @param clock the time of values that have none, and of expiries
 * @param sessionLimits what a device is told that asks for the limits of its session
 * @param serviceId name of this instance, in the metadata of RPC requests
 */
public record DeviceApi(
        MessageQueue queue,
        DeviceConnections connections,
        DeviceRequests requests,
        DeviceLimits limits,
        DeviceEvents events,
        Function<AuthenticatedDevice, SessionStore> sessions,
        InstantSource clock,
        SessionLimits sessionLimits,
        String serviceId) {

    /**
     * The limits of every session.
     *
     * @param maxPayloadSize longest packet in bytes, its fixed header not counted
     * @param maxInFlight number of messages that may be unacknowledged
     */
    public record SessionLimits(int maxPayloadSize, int maxInFlight) {}
}
