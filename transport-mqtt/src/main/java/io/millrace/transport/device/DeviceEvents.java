// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import org.jspecify.annotations.Nullable;

/**
 * Keeps what happens to the connections of devices, for people who look for a fault. Called on threads of the transports: no call
 * blocks or throws.
 */
@FunctionalInterface
public interface DeviceEvents {

    /** Keeps nothing. */
    DeviceEvents NONE = (_, _, _, _) -> {};

    /**
     * Notes an event.
     *
     * @param connection description of the connection, as in {@link DeviceConnection#description}
     */
    void happened(AuthenticatedDevice device, Event event, String connection, Detail detail);

    /** What happened. */
    enum Event {
        CONNECTED,
        DISCONNECTED,
        /** A message was refused: unknown topic, malformed payload, a limit. */
        PUBLISH_REFUSED,
        /** A subscription was refused. */
        SUBSCRIBE_REFUSED,
        /** A request, such as a claim, was refused. */
        REQUEST_REFUSED
    }

    /** The topic or path that the device used, or null, and what happened and why, for people. */
    record Detail(@Nullable String topic, String cause) {}
}
