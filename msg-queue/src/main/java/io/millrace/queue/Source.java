// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Where a queue has a message from. */
public enum Source {
    /** A device sent it. */
    DEVICE,
    /** The rule engine made it: a node, or the actor of a device. */
    RULE_ENGINE,
    /** A person sent a dead letter again. */
    RESENT,
    /** A former run, or a former owner of its partition, left it unfinished. */
    REPLAYED,
    /** It came out of the log, into which this instance or another had put it. */
    LOG
}
