// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

/** Who owns an attribute. The same key may stand in every scope, each with a value of its own. */
public enum AttributeScope {
    /** Reported by the device; the server reads it. */
    CLIENT_SCOPE,
    /** Set on the server and never shown to the device. */
    SERVER_SCOPE,
    /** Set on the server and shown to the device. */
    SHARED_SCOPE
}
