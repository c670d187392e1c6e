// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Where a delivery is that has not ended. */
public enum Place {
    /** Being written to the log. */
    BEING_SENT,
    /** In its originator's lane. */
    WAITING,
    /** In the rule engine. */
    RUNNING,
    /** Between two attempts. */
    BACKING_OFF,
    /** Given up, but the dead letter is not yet on disk, or the last attempt has not come to rest. */
    BEING_BURIED
}
