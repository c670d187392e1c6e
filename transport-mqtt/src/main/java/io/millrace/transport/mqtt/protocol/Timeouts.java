// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import java.time.Duration;

/**
 * How long the server waits.
 *
 * @param connect from the socket's opening to a complete CONNECT, and for the TLS handshake
 * @param authentication for the result of an authentication
 * @param halfPacket for the next bytes of an incomplete packet
 * @param unwritable for a client that does not read its messages
 * @param acknowledgement for a client's PUBACK
 * @param close for the client to receive the last packet, before its socket is closed
 */
public record Timeouts(
        Duration connect,
        Duration authentication,
        Duration halfPacket,
        Duration unwritable,
        Duration acknowledgement,
        Duration close) {

    public static final Timeouts DEFAULT =
            new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(1));
}
