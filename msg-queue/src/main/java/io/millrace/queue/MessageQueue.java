// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import java.util.List;
import java.util.UUID;

/**
 * Takes messages in and brings each to exactly one end. Messages of one originator are started in the order in which
 * they were submitted. Safe for use by many threads; no call blocks.
 */
public interface MessageQueue {

    /**
     * Submits a message.
     *
     * @param receipt completed once, when the message can no longer be lost; never completed unless the result is
     *     {@link Admission#ACCEPTED}. It is called on a thread of the queue and must not block.
     */
    Admission submit(RuleMessage message, Source source, Receipt receipt);

    /**
     * Submits a message for a sender that can wait for room. Only a message on its way to another instance waits,
     * because that room returns without the sender: the brokers give it back. The room of this instance's own lanes
     * returns when deliveries end, the sender's among them, so without such room the message is refused. By default no
     * message waits.
     *
     * <p>Messages that wait are taken in before later ones of their tenant, and in their order.
     */
    default void submitOrWait(RuleMessage message, Source source, WaitingSender sender) {
        sender.answered(submit(message, source, sender));
    }

    /**
     * Counts a message in the ledger that was lost before it was taken in: it waited for room, its sender does not send
     * it again, and then the sender disconnected or the queue closed.
     */
    void drop(RuleMessage message, Source source);

    /** True if a message would run on this instance, without being sent to another. */
    default boolean isLocal(RuleMessage message) {
        return true;
    }

    /** Returns the counts of all messages since the queue was started; they balance at any time. */
    Ledger ledger();

    /**
     * Returns the deliveries of a message that have not ended. Scans everything in flight, so it is meant for a user's
     * request only.
     */
    List<Unfinished> find(UUID message);

    /** The answer to {@link #submit}. */
    enum Admission {
        /** The queue has the message and will bring it to its end. */
        ACCEPTED,
        /** There is no room; nothing was taken in. The sender should keep the message and retry. */
        FULL,
        /** The queue is stopping; nothing was taken in. */
        CLOSED
    }
}
