// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;

/** Watches what happens to deliveries. Called on the queue's hot path: it must be quick and must not throw. */
public interface QueueListener {

    /** For nobody. */
    QueueListener NONE = new QueueListener() {};

    /** A message was taken in: from outside, made by a node, or found at the start. */
    default void accepted(RuleMessage message) {}

    /** A delivery ended. */
    default void ended(RuleMessage message, Outcome outcome) {}

    /** An attempt passed its deadline. */
    default void timedOut(RuleMessage message) {}

    /** A result came after its attempt was over, and was dropped. */
    default void lateResult(RuleMessage message) {}

    /** A delivery was written to the in-flight store. */
    default void stored(RuleMessage message) {}
}
