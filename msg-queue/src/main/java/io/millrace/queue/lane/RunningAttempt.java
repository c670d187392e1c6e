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

    final Delivery delivery;
    private final LanePartition partition;
    private final int number;
    private final @Nullable Lease lease;

    /** Set under the partition's lock; read by any thread. */
    volatile boolean over;

    /** True if the engine has ended it, in time or not. Guarded by the partition's lock. */
    boolean atRest;

    private volatile Whereabouts whereabouts = Whereabouts.UNKNOWN;

    RunningAttempt(Delivery delivery, LanePartition partition, int number, @Nullable Lease lease) {
        this.delivery = delivery;
        this.partition = partition;
        this.number = number;
        this.lease = lease;
    }

    @Override
    public RuleMessage message() {
        return delivery.message;
    }

    @Override
    public UUID deliveryId() {
        return delivery.id;
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
