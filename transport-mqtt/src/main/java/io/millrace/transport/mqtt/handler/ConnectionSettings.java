// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import java.time.Duration;

/**
 * The bounds of each connection.
 *
 * @param maxPayloadSize longest packet in bytes, its fixed header (up to {@value #HEADER} bytes) not counted
 * @param inFlight how much may be under way
 * @param activityPeriod how often a session's activity is told, at most
 * @param timeouts how long the server waits
 */
public record ConnectionSettings(
        int maxPayloadSize, InFlightLimit inFlight, Duration activityPeriod, Timeouts timeouts) {

    /** The longest fixed header. */
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
