// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceConnectionListener;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records the events of connections. */
public final class RecordedConnections implements DeviceConnectionListener {

    private final List<String> events = new CopyOnWriteArrayList<>();
    private final List<DeviceConnection> opened = new CopyOnWriteArrayList<>();

    @Override
    public void opened(DeviceConnection connection) {
        opened.add(connection);
        events.add("opened " + connection.device().name());
    }

    @Override
    public void closed(DeviceConnection connection, String reason) {
        events.add("closed " + connection.device().name() + ": " + reason);
    }

    @Override
    public void activity(DeviceConnection connection) {
        events.add("activity " + connection.device().name());
    }

    @Override
    public void subscribed(DeviceConnection connection, Downlink downlink) {
        events.add("subscribed " + connection.device().name() + " " + downlink);
    }

    public List<String> events() {
        return List.copyOf(events);
    }

    public List<DeviceConnection> connections() {
        return List.copyOf(opened);
    }
}
