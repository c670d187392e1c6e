// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import io.millrace.queue.NamedQueue;
import java.util.ArrayDeque;

/**
 * The share of the room that the messages of one chain in one queue may use, and the line of lanes that wait for it. A
 * chain gets at most half of its tenant's share, and one originator a small part of the chain's, so that messages that
 * hang at one level leave room for the others.
 */
public final class ChainRoom extends TickList.Entry {

    private static final double PART_OF_TENANT = 0.5;
    private static final int ORIGINATORS = 32;
    private static final int LEAST_PER_ORIGINATOR = 4;

    final NamedQueue queue;
    final SharedBudget.Share running;
    private final TenantRoom tenant;
    private final Pace pace;

    /** The claims of lanes whose first message waits for this chain, one for each lane. Guarded by the {@link Room}. */
    final ArrayDeque<Claim> line = new ArrayDeque<>();

    /** True if the line is not empty. Written under the room's lock. */
    volatile boolean wanted;

    /** True if an originator reached its limit since the last tick. */
    private volatile boolean pressed;

    ChainRoom(TickList used, NamedQueue queue, TenantRoom tenant, SharedBudget running, Pace pace) {
        super(used);
        this.queue = queue;
        this.tenant = tenant;
        this.running =
                new SharedBudget.Share(
                        running, () -> tenant.weight() * PART_OF_TENANT, TenantRoom.LEAST_RUNNING);
        this.pace = pace;
    }

    /** The room of the chain's tenant. */
    public TenantRoom tenant() {
        return tenant;
    }

    /** Notes that an attempt ended by itself, {@code latency} nanoseconds after it began. */
    public void answered(long latency) {
        pace.answered(latency);
        used();
    }

    boolean fits(long bytes) {
        long limit = Math.min(pace.limit(), running.limit());
        return running.held() < limit
                && tenant.running.fits(1)
                && tenant.runningBytes.fitsOrAlone(bytes);
    }

    void hold(long bytes) {
        tenant.running.hold(1);
        tenant.runningBytes.hold(bytes);
        running.hold(1);
        used();
    }

    /** Notes that lanes wait from now on. */
    void want() {
        wanted = true;
        used();
    }

    void release(long bytes) {
        running.release(1);
        tenant.runningBytes.release(bytes);
        tenant.running.release(1);
    }

    /** True if an originator with this many messages under way may start one more. */
    public boolean hasTurn(int underWay) {
        if (underWay < LEAST_PER_ORIGINATOR
                || underWay < Math.min(pace.limit(), running.limit()) / ORIGINATORS) {
            return true;
        }
        if (!pressed) {
            pressed = true;
            used();
        }
        return false;
    }

    /** Adjusts the limit to the pace, again and again as long as messages wait because of it. */
    @Override
    boolean tick(long now) {
        boolean waits = wanted || pressed;
        pressed = false;
        pace.tick(now, waits);
        tenant.used();
        return waits;
    }
}
