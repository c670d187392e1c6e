// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.testkit;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceEvents;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Keeps the events of devices, each as "EVENT device topic: cause". */
public final class RecordedEvents implements DeviceEvents {

    private final List<String> events = new CopyOnWriteArrayList<>();

    @Override
    public void happened(
            AuthenticatedDevice device, Event event, String connection, Detail detail) {
        events.add("%s %s %s: %s".formatted(event, device.name(), detail.topic(), detail.cause()));
    }

    /** The refusals. */
    public List<String> refusals() {
        return events.stream().filter(event -> event.contains("REFUSED")).toList();
    }
}
