// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

/** The two parts of a message that have keys. */
public enum MessagePart {
    /** The payload. */
    DATA,
    METADATA
}
