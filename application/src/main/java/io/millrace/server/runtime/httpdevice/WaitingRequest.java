// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.Payload;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.RpcCall;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A request of a device that waits for one message: changed attributes, an RPC request, or the answer to its own RPC
 * request. The first message ends the wait; others are not taken. Safe for use by many threads.
 */
final class WaitingRequest implements DeviceConnection {

    private final UUID id = UUID.randomUUID();
    private final Kind kind;
    private final String description;
    private final CompletableFuture<Message> message = new CompletableFuture<>();
    private volatile AuthenticatedDevice device;

    WaitingRequest(AuthenticatedDevice device, Kind kind, String description) {
        this.device = device;
        this.kind = kind;
        this.description = description;
    }

    /** What a request waits for. */
    enum Kind {
        ATTRIBUTES,
        RPC,
        RPC_REPLY
    }

    /** What ends the wait. */
    sealed interface Message {

        /**
         * A document to send.
         *
         * @param delivery to be completed when it is written, or cannot be
         */
        record Document(Payload json, CompletableFuture<Delivery> delivery) implements Message {}

        /** An RPC request to send. */
        record Request(RpcCall call) implements Message {}

        /** The server ends the request. */
        record Closed(CloseCause cause) implements Message {}

        /** The service stops. */
        record Stopping() implements Message {}

        /** No message came in time. */
        record Nothing() implements Message {}
    }

    Kind kind() {
        return kind;
    }

    /** Waits for a message. */
    Message await(Duration time) throws InterruptedException {
        try {
            return message.get(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // A message that came at this instant must not be lost.
            message.complete(new Message.Nothing());
            return message.join();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a request never fails", e);
        }
    }

    /** Ends the wait without a message. */
    void stop() {
        message.complete(new Message.Stopping());
    }

    @Override
    public UUID id() {
        return id;
    }

    @Override
    public AuthenticatedDevice device() {
        return device;
    }

    @Override
    public String description() {
        return description;
    }

    @Override
    public boolean isSession() {
        return false;
    }

    @Override
    public boolean receives(Downlink downlink) {
        return !message.isDone()
                && switch (downlink) {
                    case ATTRIBUTES -> kind == Kind.ATTRIBUTES;
                    case RPC -> kind == Kind.RPC;
                };
    }

    @Override
    public CompletionStage<Delivery> attributes(byte[] json) {
        return document(Kind.ATTRIBUTES, json);
    }

    @Override
    public CompletionStage<Delivery> rpcReply(int requestId, byte[] json) {
        return document(Kind.RPC_REPLY, json);
    }

    private CompletionStage<Delivery> document(Kind wanted, byte[] json) {
        CompletableFuture<Delivery> delivery = new CompletableFuture<>();
        boolean isTaken =
                kind == wanted
                        && message.complete(new Message.Document(Payload.of(json), delivery));
        return isTaken ? delivery : CompletableFuture.completedStage(Delivery.NOT_CONNECTED);
    }

    @Override
    public void rpc(RpcCall call) {
        if (kind != Kind.RPC || !message.complete(new Message.Request(call))) {
            call.failed(Delivery.NOT_CONNECTED);
        }
    }

    @Override
    public void update(AuthenticatedDevice changed) {
        device = changed;
    }

    @Override
    public void close(CloseCause cause) {
        message.complete(new Message.Closed(cause));
    }
}
