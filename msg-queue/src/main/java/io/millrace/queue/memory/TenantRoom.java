// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.queue.Source;

/** What a tenant may take of the queue's budgets. */
final class TenantRoom {

    /** What a tenant or chain may have under way however full the queue is, while there is a place at all. */
    static final int LEAST_RUNNING = 16;

    private static final long LEAST_BYTES = 64 * 1024;

    final Budget.Share running;
    final Budget.Share detached;
    private final Budget.Share fromDevices;
    private final Budget.Share made;

    /** The room of a tenant of a weight; 1 is the ordinary one. */
    TenantRoom(Budgets budgets, double weight) {
        this.running = new Budget.Share(budgets.running(), weight, LEAST_RUNNING);
        this.detached = new Budget.Share(budgets.detached(), weight, LEAST_RUNNING);
        this.fromDevices = new Budget.Share(budgets.fromDevices(), weight, LEAST_BYTES);
        this.made = new Budget.Share(budgets.made(), weight, LEAST_BYTES);
    }

    /**
     * The bytes that may wait. What the engine makes has a budget of its own, so that devices cannot keep nodes from
     * sending, nor nodes devices.
     */
    Budget.Share waiting(Source source) {
        return source == Source.DEVICE ? fromDevices : made;
    }

    /**
     * What the tenants share.
     *
     * @param running places of deliveries under way
     * @param detached places of deliveries that nodes start outside the lanes
     * @param fromDevices bytes that wait in lanes and came from devices
     * @param made bytes that wait in lanes and came from elsewhere
     */
    record Budgets(Budget running, Budget detached, Budget fromDevices, Budget made) {

        /** What the waiting messages of a source draw on. */
        Budget waiting(Source source) {
            return source == Source.DEVICE ? fromDevices : made;
        }

        static Budgets of(MemoryQueueSettings settings) {
            return new Budgets(
                    new Budget(settings.maxRunning()),
                    new Budget(settings.maxDetached()),
                    new Budget(settings.maxWaitingBytes()),
                    new Budget(settings.maxMadeBytes()));
        }
    }
}
