// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.auth;

import java.util.Objects;

/** The judgement on a device's credentials. */
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

    /** Why a device may not connect. {@link ConnectCredentials#refused()} tells the first three apart. */
    enum Refusal {
        BAD_USER_NAME_OR_PASSWORD,
        IDENTIFIER_REJECTED,
        NOT_AUTHORIZED,
        /** It cannot be judged now, or the device's profile does not allow MQTT. */
        UNAVAILABLE
    }
}
