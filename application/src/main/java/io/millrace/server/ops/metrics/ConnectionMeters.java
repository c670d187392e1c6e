// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.server.runtime.connection.directory.ListedConnections;
import io.millrace.server.runtime.connection.peer.PeerFigures;
import io.millrace.server.runtime.httpdevice.DeviceApiFigures;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Meters of the connections of devices.
 *
 * @param peers null for a single instance
 */
record ConnectionMeters(
        ListedConnections listed, DeviceApiFigures http, @Nullable PeerFigures peers)
        implements MeterBinder {

    @Override
    public void bindTo(MeterRegistry registry) {
        Gauge.builder("millrace.connections.listed", listed, l -> l.open().getAsInt())
                .description(
                        "Connections of devices to this instance in the table device_connection")
                .register(registry);
        counter(
                registry,
                "millrace.connections.refused",
                "Changes of that table that were refused because too many waited; all rows are then written again",
                listed.refused());
        counter(
                registry,
                "millrace.connections.lost",
                "Connections that ended with another process and were handled by this one",
                listed.lost());
        Gauge.builder("millrace.device.api.waiting", http, h -> h.waiting().getAsInt())
                .description("Requests of devices that wait for data over HTTP")
                .register(registry);
        Gauge.builder("millrace.device.api.taken", http, h -> h.taken().getAsInt())
                .description("RPC requests that devices have taken over HTTP and not replied to")
                .register(registry);
        if (peers != null) {
            bind(registry, peers);
        }
    }

    private static void bind(MeterRegistry registry, PeerFigures peers) {
        Gauge.builder("millrace.downlinks.waiting.bytes", peers, p -> p.waitingBytes().getAsLong())
                .description("Bytes of messages to devices that wait to be sent to other instances")
                .register(registry);
        Gauge.builder("millrace.downlinks.calls", peers, p -> p.pendingCalls().getAsInt())
                .description("Calls to devices of other instances that have not ended")
                .register(registry);
        counter(
                registry,
                "millrace.downlinks.accepted",
                "Messages to other instances about their devices that were accepted",
                peers.accepted());
        counter(
                registry,
                "millrace.downlinks.lost",
                "Such messages that their instance did not take",
                peers.lost());
        counter(
                registry,
                "millrace.downlinks.refused",
                "Such messages for which there was no room",
                peers.refused());
        counter(
                registry,
                "millrace.downlinks.not.looked.up",
                "Messages to devices whose connections could not be looked up",
                peers.notLookedUp());
    }

    private static void counter(
            MeterRegistry registry, String name, String description, LongSupplier figure) {
        FunctionCounter.builder(name, figure, LongSupplier::getAsLong)
                .description(description)
                .register(registry);
    }
}
