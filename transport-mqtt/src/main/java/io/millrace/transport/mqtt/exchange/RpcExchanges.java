// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.exchange;

import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import io.millrace.transport.mqtt.client.ClientLink;
import io.millrace.transport.mqtt.client.OutboundPublish;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The RPC requests that were sent to one device and wait for its answers: a bounded number. Used on the event loop of its
 * connection only.
 */
public final class RpcExchanges {

    private static final int MOST = 100;

    private final ClientLink link;
    private final InstantSource clock;
    private final Map<Integer, Exchange> open = new HashMap<>();
    private int nextId;

    public RpcExchanges(ClientLink link, InstantSource clock) {
        this.link = link;
        this.clock = clock;
    }

    /** Makes the message of a request; null if the device does not ask for requests. */
    @FunctionalInterface
    public interface Publication {

        @Nullable Message of(int id, RpcCall call);

        /** A topic and a payload. */
        @SuppressWarnings("ArrayRecordComponent") // never compared
        record Message(String topic, byte[] payload) {}
    }

    /** Sends a request. */
    public void start(RpcCall call, Publication publication) {
        Duration left = Duration.between(clock.instant(), call.expiresAt());
        Publication.@Nullable Message message = publication.of(nextId, call);
        if (message == null) {
            call.failed(Delivery.NOT_CONNECTED);
        } else if (open.size() >= MOST) {
            call.failed(Delivery.NO_ROOM);
        } else if (left.isNegative() || left.isZero()) {
            call.failed(Delivery.NOT_ACKNOWLEDGED);
        } else {
            int id = nextId++;
            Exchange exchange =
                    new Exchange(
                            call, link.schedule(left, () -> fail(id, Delivery.NOT_ACKNOWLEDGED)));
            open.put(id, exchange);
            link.publish(
                    new OutboundPublish(
                            message.topic(),
                            message.payload(),
                            null,
                            call.expiresAt(),
                            false,
                            new SendListener(id, call)));
        }
    }

    private static final class Exchange {
        final RpcCall call;
        final Future<?> expiry;
        boolean delivered;

        Exchange(RpcCall call, Future<?> expiry) {
            this.call = call;
            this.expiry = expiry;
        }
    }

    private final class SendListener implements OutboundPublish.Listener {

        private final int id;
        private final RpcCall call;

        SendListener(int id, RpcCall call) {
            this.id = id;
            this.call = call;
        }

        @Override
        public void sent() {
            call.sent();
        }

        @Override
        public void ended(OutboundPublish.Result result) {
            if (result == OutboundPublish.Result.DELIVERED) {
                delivered(id);
            } else {
                fail(id, Deliveries.of(result));
            }
        }
    }

    private void delivered(int id) {
        Exchange exchange = open.get(id);
        if (exchange == null || exchange.delivered) {
            return;
        }
        exchange.delivered = true;
        exchange.call.delivered();
        if (exchange.call.oneWay()) {
            exchange.expiry.cancel(false);
            open.remove(id);
        }
    }

    private void fail(int id, Delivery reason) {
        Exchange exchange = open.remove(id);
        if (exchange != null) {
            exchange.expiry.cancel(false);
            exchange.call.failed(reason);
        }
    }

    /** Passes on a device's reply; returns false if nothing waits for it. */
    public boolean replied(int id, byte[] reply) {
        Exchange exchange = open.get(id);
        if (exchange == null) {
            return false;
        }
        // A reply may arrive before the acknowledgement of the request.
        delivered(id);
        open.remove(id);
        exchange.expiry.cancel(false);
        if (!exchange.call.oneWay()) {
            exchange.call.replied(reply);
        }
        return true;
    }

    /** Ends all requests with their connection. */
    public void end() {
        List.copyOf(open.keySet()).forEach(id -> fail(id, Delivery.NOT_CONNECTED));
    }
}
