// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.handler;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.mqtt.session.SessionInfo;
import java.time.InstantSource;

/** The state of a connection from CONNACK on. */
record OpenSession(
        SessionInfo info,
        PublishFlow publishes,
        Subscriptions subscriptions,
        Outbox outbox,
        Activity activity) {

    /** Returns the same session with new properties of its device. */
    OpenSession of(AuthenticatedDevice device, InstantSource clock) {
        publishes.use(new DeviceUplinks(device, clock));
        return new OpenSession(
                new SessionInfo(info.id(), device, info.clientId(), info.remote()),
                publishes,
                subscriptions,
                outbox,
                activity);
    }
}
