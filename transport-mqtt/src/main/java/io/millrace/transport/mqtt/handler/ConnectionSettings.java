// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import java.time.Duration;

/**
 * The limits of each connection.
 *
 * @param maxPayloadSize longest packet in bytes, its fixed header (up to {@value #HEADER} bytes) not counted
 * @param inFlight limit of messages that are not safe yet
 * @param activityPeriod shortest time between two reports of a session's activity
 * @param timeouts how long the server waits
 */
public record ConnectionSettings(
        int maxPayloadSize, InFlightLimit inFlight, Duration activityPeriod, Timeouts timeouts) {

    /** Length of the longest fixed header, in bytes. */
    static final int HEADER = 5;

    public static final ConnectionSettings DEFAULT =
            new ConnectionSettings(
                    64 * 1024, InFlightLimit.DEFAULT, Duration.ofSeconds(3), Timeouts.DEFAULT);

    public ConnectionSettings {
        if (maxPayloadSize < 128 || maxPayloadSize > 256 * 1024 * 1024 - HEADER) {
            throw new IllegalArgumentException(
                    "maxPayloadSize: expected 128 bytes to 256 MiB, but got " + maxPayloadSize);
        }
    }

    /** The longest packet in bytes, announced to MQTT 5 clients as Maximum Packet Size. */
    public int maxPacketSize() {
        return maxPayloadSize + HEADER;
    }
}
