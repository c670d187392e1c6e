// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.telemetry;

/** The scope of an attribute. The same key may exist in every scope, each with its own value. */
public enum AttributeScope {
    /** Reported by the device; the server reads it. */
    CLIENT_SCOPE,
    /** Set on the server and never shown to the device. */
    SERVER_SCOPE,
    /** Set on the server and shown to the device. */
    SHARED_SCOPE
}
