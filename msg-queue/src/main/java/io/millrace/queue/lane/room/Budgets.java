// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane.room;

import io.millrace.queue.Source;

/**
 * The budgets that the tenants share.
 *
 * @param running places of deliveries under way
 * @param runningBytes bytes of the messages of deliveries under way
 * @param detached places of deliveries that nodes start outside the lanes
 * @param fromDevices bytes of waiting messages that came from devices
 * @param made bytes of waiting messages that the engine created
 * @param parked bytes of waiting deliveries whose messages only the in-flight store has
 * @param outbound bytes of messages from devices on their way into a log
 * @param outboundMade bytes of messages that the engine created on their way into a log
 */
public record Budgets(
        SharedBudget running,
        SharedBudget runningBytes,
        SharedBudget detached,
        SharedBudget fromDevices,
        SharedBudget made,
        SharedBudget parked,
        SharedBudget outbound,
        SharedBudget outboundMade) {

    /** Returns the budget for waiting messages of a source. */
    public SharedBudget waiting(Source source) {
        return isOutside(source) ? fromDevices : made;
    }

    /** True if messages of this source come from devices, directly or by a log. */
    public static boolean isOutside(Source source) {
        return source == Source.DEVICE || source == Source.LOG;
    }
}
