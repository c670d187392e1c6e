// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

/**
 * What a device and its profile choose for transports.
 *
 * @param gateway true if the device may connect other devices
 * @param overwriteActivityTime true if the activity of a gateway counts as that of the devices behind it
 * @param maxConnections how many connections the device may have at once, at least 1
 * @param mqttTransport true if the transport type of the profile is {@code MQTT}
 * @param sendAckOnValidationException true if a publish with a payload that is not valid is acknowledged, so that a client
 *     before MQTT 5 keeps its connection
 */
public record TransportOptions(
        boolean gateway,
        boolean overwriteActivityTime,
        int maxConnections,
        boolean mqttTransport,
        boolean sendAckOnValidationException) {

    /** A device that is no gateway, with one connection and a profile that chooses nothing. */
    public static final TransportOptions DEFAULT =
            new TransportOptions(false, false, 1, false, false);

    /** A gateway with one connection and a profile that chooses nothing. */
    public static final TransportOptions GATEWAY =
            new TransportOptions(true, false, 1, false, false);

    public TransportOptions {
        if (maxConnections < 1) {
            throw new IllegalArgumentException(
                    "maxConnections must be at least 1: " + maxConnections);
        }
    }
}
