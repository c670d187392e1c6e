// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.AuthenticatedDevice;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The open session of each device: at most one, the newest. Safe for use by many threads. */
public final class SessionRegistry {

    private record Open(TenantId tenant, LiveSession session) {}

    private final ConcurrentMap<DeviceId, Open> sessions = new ConcurrentHashMap<>();

    /** Makes a session the only one of its device; a session that was open before is closed as taken over. */
    public void open(AuthenticatedDevice device, LiveSession session) {
        @Nullable Open previous = sessions.put(device.device(), new Open(device.tenant(), session));
        if (previous != null) {
            previous.session().close(CloseReason.SESSION_TAKEN_OVER);
        }
    }

    /** Removes a session that has ended; a newer session of the device stays. */
    public void closed(DeviceId device, LiveSession session) {
        sessions.computeIfPresent(
                device, (_, open) -> open.session().equals(session) ? null : open);
    }

    /**
     * Ends the session of a device.
     *
     * @return true if it had one
     */
    public boolean close(DeviceId device, CloseReason reason) {
        @Nullable Open open = sessions.get(device);
        if (open == null) {
            return false;
        }
        open.session().close(reason);
        return true;
    }

    /** Ends the sessions of all devices of a tenant. */
    public void close(TenantId tenant, CloseReason reason) {
        sessions.values().stream()
                .filter(open -> open.tenant().equals(tenant))
                .forEach(open -> open.session().close(reason));
    }

    /** Updates the properties of a device in its session, if it has one. */
    public void update(AuthenticatedDevice device) {
        @Nullable Open open = sessions.get(device.device());
        if (open != null) {
            open.session().update(device);
        }
    }

    /** Returns a copy of the set of devices that have an open session. */
    public Set<DeviceId> devices() {
        return Set.copyOf(sessions.keySet());
    }

    /** Number of devices with an open session. */
    public int size() {
        return sessions.size();
    }
}
