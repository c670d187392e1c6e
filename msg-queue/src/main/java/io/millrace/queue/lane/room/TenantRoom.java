// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import io.millrace.message.id.TenantId;
import io.millrace.queue.Source;
import java.util.function.DoubleSupplier;

/** The shares of the budgets that one tenant has. */
public final class TenantRoom {

    /**
     * Number of deliveries that a tenant or chain may have under way however full the queue is, while a place is free.
     */
    static final int LEAST_RUNNING = 16;

    private static final long LEAST_BYTES = 64 * 1024;

    final SharedBudget.Share running;
    final SharedBudget.Share runningBytes;
    private final SharedBudget.Share detached;
    private final SharedBudget.Share fromDevices;
    private final SharedBudget.Share made;
    private final SharedBudget.Share parked;
    private final TenantId tenant;
    private volatile boolean overloaded;
    private final SharedBudget.Share outbound;
    private final SharedBudget.Share outboundMade;

    /** Creates the room of a tenant with the given weight; 1 is the ordinary one. */
    TenantRoom(TenantId tenant, Budgets budgets, DoubleSupplier weight) {
        this.tenant = tenant;
        this.running = new SharedBudget.Share(budgets.running(), weight, LEAST_RUNNING);
        this.runningBytes = new SharedBudget.Share(budgets.runningBytes(), weight, LEAST_BYTES);
        this.detached = new SharedBudget.Share(budgets.detached(), weight, LEAST_RUNNING);
        this.fromDevices = new SharedBudget.Share(budgets.fromDevices(), weight, LEAST_BYTES);
        this.made = new SharedBudget.Share(budgets.made(), weight, LEAST_BYTES);
        this.parked = new SharedBudget.Share(budgets.parked(), weight, LEAST_BYTES);
        this.outbound = new SharedBudget.Share(budgets.outbound(), weight, LEAST_BYTES);
        this.outboundMade = new SharedBudget.Share(budgets.outboundMade(), weight, LEAST_BYTES);
    }

    /**
     * Returns the share of bytes that may wait. Messages that the engine creates have a budget of their own, so that
     * devices cannot keep nodes from sending, nor nodes devices.
     */
    public SharedBudget.Share waiting(Source source) {
        return Budgets.isOutside(source) ? fromDevices : made;
    }

    /** Returns the share of bytes of waiting deliveries whose messages only the in-flight store has. */
    public SharedBudget.Share parked() {
        return parked;
    }

    public TenantId tenant() {
        return tenant;
    }

    /** True from the time at which more is parked than the share allows, until half of the share is free. */
    boolean isOverloaded() {
        double most = overloaded ? 0.5 * parked.limit() : parked.limit();
        overloaded = parked.held() > most;
        return overloaded;
    }

    /**
     * True if messages of devices take all of the share for waiting ones.
     *
     * @param before what this method returned last; it stays true until half of the share is free
     */
    boolean isFull(boolean before) {
        return fromDevices.held() >= (before ? 0.5 : 1) * fromDevices.limit();
    }

    /** Returns the share of deliveries that nodes may start outside the lanes. */
    public SharedBudget.Share detached() {
        return detached;
    }

    /**
     * Returns the share of bytes that may be on their way into a log. Messages that the engine creates have a budget of
     * their own, so that devices cannot use it up while the log is unavailable.
     */
    public SharedBudget.Share outbound(Source source) {
        return Budgets.isOutside(source) ? outbound : outboundMade;
    }
}
