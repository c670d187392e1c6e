// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deviceevent;

import io.millrace.transport.device.DeviceEvents.Event;

/** What happened to a device, by the names of the transports. */
public enum DeviceEventType {
    CONNECTED,
    DISCONNECTED,
    /** A message was refused: unknown topic, malformed payload, a limit. */
    PUBLISH_REFUSED,
    /** A subscription was refused. */
    SUBSCRIBE_REFUSED,
    /** A request, such as a claim, was refused. */
    REQUEST_REFUSED,
    /** Events of devices of the tenant were not stored, because there were too many at once. */
    EVENTS_DROPPED;

    static DeviceEventType of(Event event) {
        return switch (event) {
            case CONNECTED -> CONNECTED;
            case DISCONNECTED -> DISCONNECTED;
            case PUBLISH_REFUSED -> PUBLISH_REFUSED;
            case SUBSCRIBE_REFUSED -> SUBSCRIBE_REFUSED;
            case REQUEST_REFUSED -> REQUEST_REFUSED;
        };
    }
}
