// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Position;
import io.millrace.message.delivery.Whereabouts;
import org.jspecify.annotations.Nullable;

/** One attempt at a delivery, as the engine sees it. */
final class RunningAttempt implements Attempt {

    final Delivery delivery;
    private final LanePartition partition;
    private final int number;

    /** Set under the partition's lock, read by anybody. */
    volatile boolean over;

    private volatile Whereabouts whereabouts = Whereabouts.UNKNOWN;

    RunningAttempt(Delivery delivery, LanePartition partition, int number) {
        this.delivery = delivery;
        this.partition = partition;
        this.number = number;
    }

    @Override
    public RuleMessage message() {
        return delivery.message;
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
}
