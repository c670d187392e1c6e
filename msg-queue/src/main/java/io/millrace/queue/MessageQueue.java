// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue;

import io.millrace.message.RuleMessage;
import java.util.List;
import java.util.UUID;

/**
 * Takes messages in and sees each to exactly one end. Messages of one originator are started in the order in which
 * they were submitted. Safe for use by many threads; no call blocks.
 */
public interface MessageQueue {

    /**
     * Puts a message in.
     *
     * @param receipt told once when the message can no longer be lost; never for one that is not
     *     {@link Admission#ACCEPTED}. It is called on a thread of the queue's and must not block.
     */
    Admission submit(RuleMessage message, Source source, Receipt receipt);

    /**
     * Enters into the ledger a message that is lost before it was taken in: its sender sends only once, and went away,
     * or the queue closed, while the message was held back for want of room.
     */
    void drop(RuleMessage message, Source source);

    /** Whether a message would run on this instance, so that nothing need travel. */
    default boolean isLocal(RuleMessage message) {
        return true;
    }

    /** What became of all messages since the queue was started; it balances, whenever it is asked for. */
    Ledger ledger();

    /** The deliveries of a message that have not ended. Looks at all that is in flight: for a person who asks. */
    List<Unfinished> find(UUID message);

    /** Whether a message was taken in. */
    enum Admission {
        /** The queue has it and will see it to its end. */
        ACCEPTED,
        /** There is no room; the sender should hold it back and try again. Nothing was taken in. */
        FULL,
        /** The queue is stopping. Nothing was taken in. */
        CLOSED
    }
}
