// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

/** Where a message of a queue comes from. */
public enum Source {
    /** A device sent it. */
    DEVICE,
    /** A rule node, or the actor of a device, created it. */
    RULE_ENGINE,
    /** A user sent a dead letter again. */
    RESENT,
    /** An earlier run, or an earlier owner of its partition, left it unfinished. */
    REPLAYED,
    /** It was read from the log, to which this instance or another had written it. */
    LOG
}
