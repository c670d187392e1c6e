// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.mqttsession;

import io.millrace.message.id.DeviceId;
import io.millrace.transport.mqtt.client.SessionStore.StoredSession;
import java.time.Duration;
import java.util.Map;

/** A change of stored sessions. */
sealed interface SessionChange {

    DeviceId device();

    /** Stores the subscriptions of a session that has a connection. */
    record Update(
            DeviceId device, String clientId, Map<String, Integer> subscriptions, Duration expiry)
            implements SessionChange {}

    /** Stores a session whose connection has ended. */
    record Save(DeviceId device, String clientId, StoredSession session, Duration expiry)
            implements SessionChange {}

    /** Deletes a session. */
    record Discard(DeviceId device, String clientId) implements SessionChange {}

    /** Adds changed shared attributes to the sessions of a device that has no connection. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Attributes(DeviceId device, byte[] json) implements SessionChange {}
}
