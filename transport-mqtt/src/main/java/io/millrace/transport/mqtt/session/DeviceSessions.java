// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

/**
 * Is notified of the sessions of devices. Called on event loops: no call may block. The calls for one session come in
 * order. When a device connects again, the new session opens before the old one closes.
 */
public interface DeviceSessions {

    /** Ignores all notifications. */
    DeviceSessions NONE =
            new DeviceSessions() {
                @Override
                public void opened(SessionInfo session) {}

                @Override
                public void closed(SessionInfo session, CloseReason reason) {}

                @Override
                public void activity(SessionInfo session) {}
            };

    /** A device's credentials were accepted; CONNACK is sent after this method returns. */
    void opened(SessionInfo session);

    /** A session has ended. */
    void closed(SessionInfo session, CloseReason reason);

    /** The device sent something within the last reporting period; at most one call for each period. */
    void activity(SessionInfo session);
}
