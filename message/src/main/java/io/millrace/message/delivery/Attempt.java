// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.RuleMessage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One try to bring a message through the rule chains. The queue makes it, the engine ends it. Safe for use by many
 * threads.
 */
public interface Attempt {

    /** The message as it came out of the queue. */
    RuleMessage message();

    /** Identity of the delivery: the same for all its attempts, whichever instance makes them. */
    UUID deliveryId();

    /** What its writes are made under, or null: by the right of the only instance that there is. */
    default @Nullable Lease lease() {
        return null;
    }

    /** 1 for the first attempt of a delivery. */
    int number();

    /** Whether the attempt is over (ended, or past its deadline): what still runs for it runs in vain. */
    boolean isOver();

    /**
     * Says whom to ask how far the attempt has come, should it pass its deadline. Called once, by the engine, before
     * the attempt goes on its way.
     */
    void track(Whereabouts whereabouts);

    /**
     * Ends the attempt. Only the first call counts, and none after the deadline; a call that comes too late is
     * counted and otherwise ignored.
     */
    void end(AttemptResult result);

    /**
     * Starts a delivery of its own for what goes on behind this attempt's back, as behind an "acknowledge" node.
     * It begins here and now, outside the lane, with an outcome of its own, and takes over a share of the receipt:
     * the sender is told "safe" only when both are.
     *
     * @return its first attempt, or null when there is no room for it
     */
    @Nullable Attempt detach(RuleMessage message);

    /**
     * Divides the receipt, for a message that goes on in another delivery which the caller starts: the sender is told "safe"
     * only when both this delivery and that share are.
     *
     * @return to be run once, when that other delivery is safe; null when the sender was told already
     */
    @Nullable Runnable shareReceipt();
}
