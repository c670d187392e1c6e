// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Position;
import io.millrace.message.delivery.Whereabouts;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One attempt at a delivery, as the engine sees it. */
final class RunningAttempt implements Attempt {

    private final Delivery delivery;
    private final Partition partition;
    private final int number;
    private final @Nullable Lease lease;

    /** Set under the partition's lock; read by any thread. */
    private volatile boolean over;

    /** True if the engine has ended it, in time or not. Guarded by the partition's lock. */
    private boolean atRest;

    private volatile Whereabouts whereabouts = Whereabouts.UNKNOWN;

    /** What an attempt tells its partition. */
    interface Partition {

        /** The engine has ended the attempt. */
        void end(RunningAttempt attempt, AttemptResult result);

        /** Starts a delivery outside the lanes on behalf of an attempt; null if there is no room for it. */
        @Nullable Attempt detach(RunningAttempt parent, RuleMessage message);

        /** Splits the receipt of a delivery in two; null if it was completed before. */
        @Nullable Runnable shareReceipt(Delivery delivery);
    }

    RunningAttempt(Delivery delivery, Partition partition, @Nullable Lease lease) {
        this.delivery = delivery;
        this.partition = partition;
        this.number = delivery.attempts() + 1;
        this.lease = lease;
    }

    Delivery delivery() {
        return delivery;
    }

    /** Ignores later results. */
    void overNow() {
        over = true;
    }

    void comeToRest() {
        atRest = true;
    }

    boolean isAtRest() {
        return atRest;
    }

    @Override
    public RuleMessage message() {
        return delivery.message();
    }

    @Override
    public UUID deliveryId() {
        return delivery.id();
    }

    @Override
    public @Nullable Lease lease() {
        return lease;
    }

    @Override
    public int number() {
        return number;
    }

    @Override
    public boolean isOver() {
        return over;
    }

    @Override
    public void track(Whereabouts newWhereabouts) {
        whereabouts = newWhereabouts;
    }

    AttemptResult.Failed givenUp(String error) {
        return whereabouts.givenUp(error);
    }

    Position position() {
        return whereabouts.position();
    }

    @Override
    public void end(AttemptResult result) {
        partition.end(this, result);
    }

    @Override
    public @Nullable Attempt detach(RuleMessage message) {
        return partition.detach(this, message);
    }

    @Override
    public @Nullable Runnable shareReceipt() {
        return partition.shareReceipt(delivery);
    }
}
