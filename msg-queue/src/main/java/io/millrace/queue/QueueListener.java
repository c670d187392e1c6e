// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;

/** Watches what happens to deliveries. Called on the queue's hot path: it must be quick and must not throw. */
public interface QueueListener {

    /** For nobody. */
    QueueListener NONE = new QueueListener() {};

    /** A delivery ended. */
    default void ended(DeliveryEnd end) {}

    /** A message was not taken in for want of room; its sender will try again, or say that it failed. */
    default void refused(RuleMessage message) {}

    /** An attempt passed its deadline. */
    default void timedOut(RuleMessage message) {}

    /** A result came after its attempt was over, and was dropped. */
    default void lateResult(RuleMessage message) {}

    /** A delivery was written to the in-flight store. */
    default void stored(RuleMessage message) {}
}
