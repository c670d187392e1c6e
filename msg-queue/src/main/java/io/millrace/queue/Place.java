// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Where a delivery is that has not ended. */
public enum Place {
    /** On its way into the log. */
    BEING_SENT,
    /** In its originator's lane. */
    WAITING,
    /** In the hands of the rule engine. */
    RUNNING,
    /** Between two attempts. */
    BACKING_OFF,
    /** Given up, but its dead letter is not yet on disk, or its last attempt has not come to rest. */
    BEING_BURIED
}
