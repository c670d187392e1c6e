// SPDX-License-Identifier: Apache-2.0
package io.millrace.message.delivery;

import io.millrace.message.RuleMessage;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * One attempt to process a message in the rule chains. The queue creates it, the engine ends it. Safe for use by many
 * threads.
 */
public interface Attempt {

    /** The message as the queue delivered it. */
    RuleMessage message();

    /** Identity of the delivery: the same for all its attempts, on every instance. */
    UUID deliveryId();

    /** The lease under which the attempt's writes are made, or null: a single instance needs no lease. */
    default @Nullable Lease lease() {
        return null;
    }

    /** 1 for the first attempt of a delivery. */
    int number();

    /** True if the attempt has ended or is past its deadline; results of work that still runs for it are ignored. */
    boolean isOver();

    /**
     * Sets the source of the attempt's position, which is asked if the attempt passes its deadline. Called once, by the
     * engine, before processing starts.
     */
    void track(Whereabouts whereabouts);

    /**
     * Ends the attempt. Only the first call counts, and none after the deadline; a late call is counted and otherwise
     * ignored.
     */
    void end(AttemptResult result);

    /**
     * Starts a separate delivery for processing that continues independently of this attempt, such as after an
     * "acknowledge" node. The new delivery starts at once, outside the lane, with an outcome of its own. It takes a
     * share of the receipt, which is completed only when both deliveries are safe.
     *
     * @return its first attempt, or null if there is no room for it
     */
    @Nullable Attempt detach(RuleMessage message);

    /**
     * Splits the receipt, for a message that continues in another delivery, which the caller starts. The receipt is
     * completed only when both deliveries are safe.
     *
     * @return an action to run once, when the other delivery is safe; null if the receipt is completed already
     */
    @Nullable Runnable shareReceipt();
}
