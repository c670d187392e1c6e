// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;

/** Is notified of events of deliveries. Called on the queue's hot path: it must be quick and must not throw. */
public interface QueueListener {

    /** Does nothing. */
    QueueListener NONE = new QueueListener() {};

    /** A delivery ended. */
    default void ended(DeliveryEnd end) {}

    /** A message was refused because there was no room; its sender will retry or report a failure. */
    default void refused(RuleMessage message) {}

    /** An attempt passed its deadline. */
    default void timedOut(RuleMessage message) {}

    /** A result came after its attempt was over, and was ignored. */
    default void lateResult(RuleMessage message) {}

    /** A delivery was written to the in-flight store. */
    default void stored(RuleMessage message) {}

    /**
     * A run of a background task failed; the task retries.
     *
     * @param task name of the task's thread
     */
    default void taskFailed(String task) {}
}
