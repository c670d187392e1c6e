// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.NamedQueue;
import java.util.ArrayDeque;
import java.util.function.DoubleSupplier;

/**
 * What the messages of one chain in one queue may take of the room, and the line of those that wait for it. A chain gets at
 * most half of what its tenant may have, and one originator a small part of the chain's, so that what hangs at one level
 * leaves room to its neighbours.
 */
final class ChainRoom {

    private static final double PART_OF_TENANT = 0.5;
    private static final int ORIGINATORS = 32;
    private static final int LEAST_PER_ORIGINATOR = 4;

    final NamedQueue queue;
    final TenantRoom tenant;
    final Pace pace;
    final SharedBudget.Share running;

    /** Lanes whose first message waits for this chain, each once. Guarded by the {@link Room}. */
    final ArrayDeque<Lane> line = new ArrayDeque<>();

    /** Whether the line is not empty; written under the room's lock. */
    volatile boolean wanted;

    /** Whether an originator had as much under way as it may have, since the last tick. */
    private volatile boolean pressed;

    ChainRoom(
            NamedQueue queue,
            TenantRoom tenant,
            SharedBudget running,
            DoubleSupplier weight,
            Pace pace) {
        this.queue = queue;
        this.tenant = tenant;
        this.running =
                new SharedBudget.Share(
                        running,
                        () -> weight.getAsDouble() * PART_OF_TENANT,
                        TenantRoom.LEAST_RUNNING);
        this.pace = pace;
    }

    boolean fits() {
        long limit = Math.min(pace.limit(), running.limit());
        return running.held() < limit && tenant.running.fits(1);
    }

    /** Whether an originator of which so many messages are under way may start one more. */
    boolean hasTurn(int underWay) {
        if (underWay < LEAST_PER_ORIGINATOR
                || underWay < Math.min(pace.limit(), running.limit()) / ORIGINATORS) {
            return true;
        }
        if (!pressed) {
            pressed = true;
        }
        return false;
    }

    /** Lets the limit follow the pace. */
    void tick(long now) {
        pace.tick(now, wanted || pressed);
        pressed = false;
    }
}
