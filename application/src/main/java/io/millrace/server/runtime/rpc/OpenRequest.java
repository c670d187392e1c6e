// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.Payload;
import io.millrace.rule.store.DeviceRpc.Answered;
import io.millrace.rule.store.DeviceRpc.Failed;
import io.millrace.rule.store.DeviceRpc.Outcome;
import io.millrace.rule.store.DeviceRpc.Request;
import io.millrace.rule.store.DeviceRpc.RpcError;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Instant;
import java.util.Comparator;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A request that is not persistent and has not ended. It is sent again only if the device has not acknowledged it, so a
 * device gets it once, or twice if an acknowledgement is lost.
 */
final class OpenRequest {

    /** The order in which requests expire. */
    static final Comparator<OpenRequest> BY_EXPIRATION =
            Comparator.<OpenRequest>comparingLong(open -> open.request.expiresAt())
                    .thenComparingLong(open -> open.number);

    /** Memory of a request without its texts, in bytes. */
    private static final int FIXED_BYTES = 600;

    private final Request request;
    private final long number;
    private final Consumer<OpenRequest> disconnected;
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();

    /** Whether the request was written to a connection. */
    private volatile boolean sent;

    /** Whether the device has the request. */
    private volatile boolean delivered;

    /**
     * @param number different for each request of this process
     * @param disconnected is told when the request has to wait for another connection
     */
    OpenRequest(Request request, long number, Consumer<OpenRequest> disconnected) {
        this.request = request;
        this.number = number;
        this.disconnected = disconnected;
    }

    /** Memory of a request, in bytes. */
    static long bytes(Request request) {
        return FIXED_BYTES
                + request.heldBytes()
                + 2L * (request.method().length() + request.params().length());
    }

    Request request() {
        return request;
    }

    CompletableFuture<Outcome> outcome() {
        return outcome;
    }

    boolean hasEnded() {
        return outcome.isDone();
    }

    /** Returns the call of a connection for one attempt to send the request. */
    RpcCall attempt() {
        return new Attempt();
    }

    /** Ends the request without a reply, because its time is over. */
    void expire() {
        outcome.complete(
                sent
                        ? new Failed(RpcError.TIMEOUT, "The device did not reply in time")
                        : new Failed(
                                RpcError.NO_ACTIVE_CONNECTION,
                                "The device had no connection that receives requests"));
    }

    private final class Attempt implements RpcCall {

        @Override
        public String method() {
            return request.method();
        }

        @Override
        public String params() {
            return request.params();
        }

        @Override
        public boolean oneWay() {
            return request.oneWay();
        }

        @Override
        public Instant expiresAt() {
            return Instant.ofEpochMilli(request.expiresAt());
        }

        @Override
        public void sent() {
            sent = true;
        }

        @Override
        public void delivered() {
            sent = true;
            delivered = true;
            if (request.oneWay()) {
                outcome.complete(new Answered(Payload.of(new byte[0])));
            }
        }

        @Override
        public void replied(byte[] reply) {
            outcome.complete(new Answered(Payload.of(reply)));
        }

        @Override
        public void failed(Delivery reason) {
            switch (reason) {
                case NOT_CONNECTED -> {
                    // A device that has the request may have acted on it: its reply is lost with
                    // the connection, and the request expires.
                    if (!delivered) {
                        disconnected.accept(OpenRequest.this);
                    }
                }
                case NO_ROOM ->
                        outcome.complete(
                                new Failed(
                                        RpcError.INTERNAL,
                                        "The device's connection has no room for the request"));
                case NOT_ACKNOWLEDGED, DELIVERED -> {
                    sent = true;
                    expire();
                }
            }
        }
    }
}
