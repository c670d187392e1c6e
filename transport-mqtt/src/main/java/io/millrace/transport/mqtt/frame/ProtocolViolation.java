// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.frame;

import io.millrace.transport.mqtt.client.CloseReason;
import java.util.Objects;

/**
 * A violation of the protocol by the client, after which the connection must end. It passes through the pipeline like a
 * packet, so that it takes effect after everything that the client sent before.
 */
public final class ProtocolViolation extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final CloseReason reason;

    public ProtocolViolation(CloseReason reason, String detail) {
        // No stack trace: a client's mistake says nothing about this code, and it may come often.
        super(Objects.requireNonNull(detail, "detail"), null, false, false);
        this.reason = Objects.requireNonNull(reason, "reason");
    }

    /** The reason that is sent to the client. */
    public CloseReason reason() {
        return reason;
    }

    static ProtocolViolation malformed(String detail) {
        return new ProtocolViolation(CloseReason.MALFORMED_PACKET, detail);
    }

    static ProtocolViolation protocolError(String detail) {
        return new ProtocolViolation(CloseReason.PROTOCOL_ERROR, detail);
    }
}
