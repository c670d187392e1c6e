// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

import io.millrace.message.id.DeviceId;
import io.millrace.transport.mqtt.auth.DeviceInfo;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The open session of each device: at most one, the newest. Safe for use by many threads. */
public final class SessionRegistry {

    private final ConcurrentMap<DeviceId, LiveSession> sessions = new ConcurrentHashMap<>();

    /** Makes a session the device's only one; one that was open before is told that it was taken over. */
    public void open(DeviceId device, LiveSession session) {
        @Nullable LiveSession previous = sessions.put(device, session);
        if (previous != null) {
            previous.close(CloseReason.SESSION_TAKEN_OVER);
        }
    }

    /** Forgets a session that has ended; the device may have a newer one, which stays. */
    public void closed(DeviceId device, LiveSession session) {
        sessions.remove(device, session);
    }

    /**
     * Ends the session of a device.
     *
     * @return whether it had one
     */
    public boolean close(DeviceId device, CloseReason reason) {
        @Nullable LiveSession session = sessions.get(device);
        if (session == null) {
            return false;
        }
        session.close(reason);
        return true;
    }

    /** Tells the session of a device, if it has one, what is known of the device now. */
    public void update(DeviceInfo device) {
        @Nullable LiveSession session = sessions.get(device.device());
        if (session != null) {
            session.update(device);
        }
    }

    /** The devices that have an open session; a copy. */
    public Set<DeviceId> devices() {
        return Set.copyOf(sessions.keySet());
    }

    /** Number of devices with an open session. */
    public int size() {
        return sessions.size();
    }
}
