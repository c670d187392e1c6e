// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

/** Where an argument of a calculation comes from. */
public enum ArgumentType {
    /** An attribute of the originator. */
    ATTRIBUTE,
    /** The latest value of a time series of the originator. */
    TIME_SERIES,
    MESSAGE_BODY,
    MESSAGE_METADATA,
    /** The key is the number. */
    CONSTANT
}
