// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Where a delivery is that has not ended. */
public enum Place {
    /** In its originator's lane. */
    WAITING,
    /** In the hands of the rule engine. */
    RUNNING,
    /** Between two attempts. */
    BACKING_OFF,
    /** Given up, its dead letter not yet on disk. */
    BEING_BURIED
}
