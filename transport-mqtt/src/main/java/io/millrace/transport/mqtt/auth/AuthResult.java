// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.auth;

import io.millrace.transport.device.AuthenticatedDevice;
import java.util.Objects;

/** The result of authenticating a device. */
public sealed interface AuthResult {

    /** The credentials are those of a device that may connect. */
    record Accepted(AuthenticatedDevice device) implements AuthResult {
        public Accepted {
            Objects.requireNonNull(device, "device");
        }
    }

    /** The device may not connect. */
    record Refused(Refusal reason) implements AuthResult {
        public Refused {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** Why a device may not connect. {@link ConnectCredentials#refused()} chooses among the first three. */
    enum Refusal {
        BAD_USER_NAME_OR_PASSWORD,
        IDENTIFIER_REJECTED,
        NOT_AUTHORIZED,
        /** Too many wrong credentials came from the client's address. These were not checked. */
        TOO_MANY_ATTEMPTS,
        /** The device cannot be authenticated now. */
        UNAVAILABLE
    }
}
