// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import java.time.Duration;

/**
 * The limits of each connection.
 *
 * @param maxPayloadSize longest packet in bytes, its fixed header (up to {@value #HEADER} bytes) not counted
 * @param inFlight limit of messages that are not safe yet
 * @param topicAliases greatest topic alias of an MQTT 5 client; 0 allows none
 * @param activityPeriod shortest time between two reports of a session's activity
 * @param timeouts how long the server waits
 */
public record ConnectionSettings(
        int maxPayloadSize,
        InFlightLimit inFlight,
        int topicAliases,
        Duration activityPeriod,
        Timeouts timeouts) {

    /** Length of the longest fixed header, in bytes. */
    static final int HEADER = 5;

    private static final int MAX_ALIASES = 1_000;

    public static final ConnectionSettings DEFAULT =
            new ConnectionSettings(
                    64 * 1024, InFlightLimit.DEFAULT, 16, Duration.ofSeconds(3), Timeouts.DEFAULT);

    public ConnectionSettings {
        if (maxPayloadSize < 128 || maxPayloadSize > 256 * 1024 * 1024 - HEADER) {
            throw new IllegalArgumentException(
                    "maxPayloadSize must be 128 bytes to 256 MiB: " + maxPayloadSize);
        }
        if (topicAliases < 0 || topicAliases > MAX_ALIASES) {
            throw new IllegalArgumentException(
                    "topicAliases must be 0 to %d: %d".formatted(MAX_ALIASES, topicAliases));
        }
    }

    /** The longest packet in bytes, announced to MQTT 5 clients as Maximum Packet Size. */
    public int maxPacketSize() {
        return maxPayloadSize + HEADER;
    }
}
