// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.concurrent.CompletionStage;

/**
 * Takes the state of devices that rule chains know better than the service, for example because the devices are connected
 * to another system.
 */
@FunctionalInterface
public interface DeviceStates {

    /**
     * Changes the state of a device, and sends the message about it to the device's rule chain. An event that is older
     * than the last one of its kind changes nothing.
     *
     * @param node the node that reports the event; each node has a limit for each device
     * @param at milliseconds since the epoch
     * @return completes when the change is stored and its message is safe, except for {@link Event#ACTIVITY_EVENT}, of
     *     which both follow, as for the activity of connected devices; fails if the device does not exist, or if that is
     *     not possible now
     */
    CompletionStage<Outcome> report(
            TenantId tenant, DeviceId device, RuleNodeId node, Event event, long at);

    /** What can happen to a device, by the type of the message about it. */
    enum Event {
        CONNECT_EVENT,
        ACTIVITY_EVENT,
        DISCONNECT_EVENT,
        INACTIVITY_EVENT
    }

    /** What has become of a report. */
    enum Outcome {
        REPORTED,
        /** Nothing was changed, because the node has reported events of this device too often. */
        RATE_LIMITED
    }
}
