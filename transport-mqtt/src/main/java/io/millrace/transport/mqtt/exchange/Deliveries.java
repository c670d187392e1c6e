// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.exchange;

import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.OutboundPublish;
import io.millrace.transport.mqtt.client.OutboundPublish.Result;
import java.util.concurrent.CompletableFuture;

/** Sends messages to devices and tells what became of them. */
public final class Deliveries {

    private Deliveries() {}

    /** Returns what the end of an MQTT message means for a device. */
    public static Delivery of(Result result) {
        return switch (result) {
            case DELIVERED, KEPT -> Delivery.DELIVERED;
            case NO_ROOM, TOO_LARGE -> Delivery.NO_ROOM;
            case REJECTED, NOT_ACKNOWLEDGED -> Delivery.NOT_ACKNOWLEDGED;
            case CLOSED, EXPIRED -> Delivery.NOT_CONNECTED;
        };
    }

    /** Sends a message; {@code kept} as in {@link OutboundPublish}. */
    public static void send(
            ClientLink link,
            String topic,
            byte[] payload,
            boolean kept,
            CompletableFuture<Delivery> end) {
        link.publish(
                new OutboundPublish(
                        topic, payload, null, null, kept, result -> end.complete(of(result))));
    }

    /** Sends an answer to a request of the device, which asks again if it does not get it. */
    public static void answer(ClientLink link, String topic, byte[] payload) {
        link.publish(
                new OutboundPublish(
                        topic, payload, null, null, false, OutboundPublish.Listener.NONE));
    }
}
