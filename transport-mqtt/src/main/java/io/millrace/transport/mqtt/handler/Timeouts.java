// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import java.time.Duration;

/**
 * How long the server waits.
 *
 * @param connect from the socket to a whole CONNECT, and for the TLS handshake
 * @param authentication for the judgement on credentials
 * @param halfPacket for the end of a packet that has begun
 * @param unwritable for a client that does not read what it is sent
 * @param close for the client to see what was sent last, before its socket is closed
 */
public record Timeouts(
        Duration connect,
        Duration authentication,
        Duration halfPacket,
        Duration unwritable,
        Duration close) {

    public static final Timeouts DEFAULT =
            new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(1));
}
