// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import java.time.Duration;

/**
 * A message that a device leaves when it connects, for the case that its connection is lost.
 *
 * @param payload as the device sends such a message; not checked
 * @param delay time after the loss of the connection
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record LastWill(Kind kind, byte[] payload, Duration delay) {

    /** What the message is. */
    public enum Kind {
        /** Telemetry. */
        TELEMETRY,
        /** Client attributes. */
        ATTRIBUTES
    }
}
