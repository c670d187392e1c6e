// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.DeviceConnection.CloseCause;
import io.millrace.transport.device.DeviceConnection.Downlink;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The open connections of devices to this instance, over all transports. A device has at most as many sessions as its
 * profile allows; the oldest ones are closed for a new one. Safe for use by many threads.
 */
public final class DeviceConnections {

    /** The connections of each device, oldest first; lists are immutable. */
    private final ConcurrentMap<DeviceId, List<DeviceConnection>> connections =
            new ConcurrentHashMap<>();

    private final List<DeviceConnectionListener> listeners = new CopyOnWriteArrayList<>();

    /** Adds a listener; it is notified of events from now on. */
    public void listen(DeviceConnectionListener listener) {
        listeners.add(listener);
    }

    /** Adds a connection that was accepted; for a new session, closes the oldest ones of its device if there are too many. */
    public void opened(DeviceConnection connection) {
        listeners.forEach(listener -> listener.opened(connection));
        AuthenticatedDevice device = connection.device();
        List<DeviceConnection> all =
                connections.merge(
                        device.device(),
                        List.of(connection),
                        (before, added) -> Stream.concat(before.stream(), added.stream()).toList());
        if (connection.isSession()) {
            List<DeviceConnection> sessions =
                    all.stream().filter(DeviceConnection::isSession).toList();
            sessions.stream()
                    .limit(Math.max(0, sessions.size() - device.options().maxConnections()))
                    .filter(older -> !older.equals(connection))
                    .forEach(older -> older.close(CloseCause.TAKEN_OVER));
        }
    }

    /** Removes a connection that has ended. */
    public void closed(DeviceConnection connection, String reason) {
        connections.computeIfPresent(
                connection.device().device(),
                (_, all) -> {
                    List<DeviceConnection> rest =
                            all.stream().filter(other -> !other.equals(connection)).toList();
                    return rest.isEmpty() ? null : rest;
                });
        listeners.forEach(listener -> listener.closed(connection, reason));
    }

    /** Reports activity of the device; at most once for each reporting period of the transport. */
    public void activity(DeviceConnection connection) {
        listeners.forEach(listener -> listener.activity(connection));
    }

    /** Reports that the device has asked for a kind of messages. */
    public void subscribed(DeviceConnection connection, Downlink downlink) {
        listeners.forEach(listener -> listener.subscribed(connection, downlink));
    }

    /** Returns the connections of a device, oldest first; an immutable copy. */
    public List<DeviceConnection> of(DeviceId device) {
        return connections.getOrDefault(device, List.of());
    }

    /** Returns the connection with an identity, or null. */
    public @Nullable DeviceConnection find(DeviceId device, UUID id) {
        return of(device).stream()
                .filter(connection -> connection.id().equals(id))
                .findFirst()
                .orElse(null);
    }

    /** Closes the connections of a device; returns true if it had one. */
    public boolean close(DeviceId device, CloseCause cause) {
        List<DeviceConnection> all = of(device);
        all.forEach(connection -> connection.close(cause));
        return !all.isEmpty();
    }

    /** Closes the connections of all devices of a tenant. */
    public void close(TenantId tenant, CloseCause cause) {
        connections.values().stream()
                .flatMap(List::stream)
                .filter(connection -> connection.device().tenant().equals(tenant))
                .forEach(connection -> connection.close(cause));
    }

    /** Updates the properties of a device in its connections. */
    public void update(AuthenticatedDevice device) {
        of(device.device()).forEach(connection -> connection.update(device));
    }

    /** Returns a copy of the set of devices that have a connection. */
    public Set<DeviceId> devices() {
        return Set.copyOf(connections.keySet());
    }
}
