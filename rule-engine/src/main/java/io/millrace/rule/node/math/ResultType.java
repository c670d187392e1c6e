// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.math;

/** Where the result of a calculation goes. */
public enum ResultType {
    /** An attribute of the originator. */
    ATTRIBUTE,
    /** A time series of the originator. */
    TIME_SERIES,
    MESSAGE_BODY,
    MESSAGE_METADATA
}
