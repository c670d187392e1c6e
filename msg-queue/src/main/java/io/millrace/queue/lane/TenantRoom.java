// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.queue.Source;
import java.util.function.DoubleSupplier;

/** What a tenant may take of the budgets. */
final class TenantRoom {

    /** What a tenant or chain may have under way however full the queue is, while there is a place at all. */
    static final int LEAST_RUNNING = 16;

    private static final long LEAST_BYTES = 64 * 1024;

    final SharedBudget.Share running;
    final SharedBudget.Share detached;
    private final SharedBudget.Share fromDevices;
    private final SharedBudget.Share made;
    final SharedBudget.Share outbound;

    /** The room of a tenant of a weight; 1 is the ordinary one. */
    TenantRoom(Budgets budgets, DoubleSupplier weight) {
        this.running = new SharedBudget.Share(budgets.running(), weight, LEAST_RUNNING);
        this.detached = new SharedBudget.Share(budgets.detached(), weight, LEAST_RUNNING);
        this.fromDevices = new SharedBudget.Share(budgets.fromDevices(), weight, LEAST_BYTES);
        this.made = new SharedBudget.Share(budgets.made(), weight, LEAST_BYTES);
        this.outbound = new SharedBudget.Share(budgets.outbound(), weight, LEAST_BYTES);
    }

    /**
     * The bytes that may wait. What the engine makes has a budget of its own, so that devices cannot keep nodes from
     * sending, nor nodes devices.
     */
    SharedBudget.Share waiting(Source source) {
        return isOutside(source) ? fromDevices : made;
    }

    private static boolean isOutside(Source source) {
        return source == Source.DEVICE || source == Source.LOG;
    }

    /**
     * What the tenants share.
     *
     * @param running places of deliveries under way
     * @param detached places of deliveries that nodes start outside the lanes
     * @param fromDevices bytes that wait in lanes and came from devices
     * @param made bytes that wait in lanes and the engine made
     * @param outbound bytes on their way into a log
     */
    record Budgets(
            SharedBudget running,
            SharedBudget detached,
            SharedBudget fromDevices,
            SharedBudget made,
            SharedBudget outbound) {

        /** What the waiting messages of a source draw on. */
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
