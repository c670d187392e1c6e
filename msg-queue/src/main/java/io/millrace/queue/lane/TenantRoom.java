// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.Source;
import java.util.function.DoubleSupplier;

/** The shares of the budgets that one tenant has. */
final class TenantRoom {

    /**
     * Number of deliveries that a tenant or chain may have under way however full the queue is, while a place is free.
     */
    static final int LEAST_RUNNING = 16;

    private static final long LEAST_BYTES = 64 * 1024;

    final SharedBudget.Share running;
    final SharedBudget.Share detached;
    private final SharedBudget.Share fromDevices;
    private final SharedBudget.Share made;
    final SharedBudget.Share outbound;

    /** Creates the room of a tenant with the given weight; 1 is the ordinary one. */
    TenantRoom(Budgets budgets, DoubleSupplier weight) {
        this.running = new SharedBudget.Share(budgets.running(), weight, LEAST_RUNNING);
        this.detached = new SharedBudget.Share(budgets.detached(), weight, LEAST_RUNNING);
        this.fromDevices = new SharedBudget.Share(budgets.fromDevices(), weight, LEAST_BYTES);
        this.made = new SharedBudget.Share(budgets.made(), weight, LEAST_BYTES);
        this.outbound = new SharedBudget.Share(budgets.outbound(), weight, LEAST_BYTES);
    }

    /**
     * Returns the share of bytes that may wait. Messages that the engine creates have a budget of their own, so that
     * devices cannot keep nodes from sending, nor nodes devices.
     */
    SharedBudget.Share waiting(Source source) {
        return isOutside(source) ? fromDevices : made;
    }

    private static boolean isOutside(Source source) {
        return source == Source.DEVICE || source == Source.LOG;
    }

    /**
     * The budgets that the tenants share.
     *
     * @param running places of deliveries under way
     * @param detached places of deliveries that nodes start outside the lanes
     * @param fromDevices bytes of waiting messages that came from devices
     * @param made bytes of waiting messages that the engine created
     * @param outbound bytes on their way into a log
     */
    record Budgets(
            SharedBudget running,
            SharedBudget detached,
            SharedBudget fromDevices,
            SharedBudget made,
            SharedBudget outbound) {

        /** Returns the budget for waiting messages of a source. */
        SharedBudget waiting(Source source) {
            return isOutside(source) ? fromDevices : made;
        }

        static Budgets of(LaneSettings settings) {
            return new Budgets(
                    new SharedBudget(settings.maxRunning()),
                    new SharedBudget(settings.maxDetached()),
                    new SharedBudget(settings.maxWaitingBytes()),
                    new SharedBudget(settings.maxMadeBytes()),
                    new SharedBudget(settings.maxOutboundBytes()));
        }
    }
}
