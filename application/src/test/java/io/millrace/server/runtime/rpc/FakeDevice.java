// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.DeviceProfileId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.RpcCall;
import io.millrace.transport.device.TransportOptions;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/** A connection of a device whose behaviour a test chooses. Requests are handled on another thread, as by a transport. */
final class FakeDevice implements DeviceConnection {

    final List<RpcCall> calls = new CopyOnWriteArrayList<>();
    final List<String> replies = new CopyOnWriteArrayList<>();
    private final UUID id = TimeOrderedUuid.next();
    private final AuthenticatedDevice device;
    private volatile boolean subscribed;
    private volatile Consumer<RpcCall> behaviour = call -> {};

    FakeDevice(TenantId tenant, DeviceId device) {
        this.device =
                new AuthenticatedDevice(
                        tenant,
                        device,
                        "D",
                        "default",
                        null,
                        new DeviceProfileId(TimeOrderedUuid.next()),
                        null,
                        null,
                        TransportOptions.DEFAULT);
    }

    /** Acknowledges each request and replies with this text; a one-way request gets no reply. */
    FakeDevice replying(String reply) {
        return behaving(call -> {
            call.sent();
            call.delivered();
            if (!call.oneWay()) {
                call.replied(reply.getBytes(StandardCharsets.UTF_8));
            }
        });
    }

    FakeDevice behaving(Consumer<RpcCall> chosen) {
        behaviour = chosen;
        return this;
    }

    FakeDevice open(DeviceConnections connections) {
        connections.opened(this);
        return this;
    }

    /** Asks for requests. */
    FakeDevice subscribe(DeviceConnections connections) {
        subscribed = true;
        connections.subscribed(this, Downlink.RPC);
        return this;
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
        return "fake";
    }

    @Override
    public boolean receives(Downlink downlink) {
        return subscribed && downlink == Downlink.RPC;
    }

    @Override
    public CompletionStage<Delivery> attributes(byte[] json) {
        return CompletableFuture.completedStage(Delivery.NOT_CONNECTED);
    }

    @Override
    public void rpc(RpcCall call) {
        calls.add(call);
        Thread.startVirtualThread(() -> behaviour.accept(call));
    }

    @Override
    public CompletionStage<Delivery> rpcReply(int requestId, byte[] json) {
        replies.add(requestId + " " + new String(json, StandardCharsets.UTF_8));
        return CompletableFuture.completedStage(Delivery.DELIVERED);
    }

    @Override
    public void update(AuthenticatedDevice changed) {}

    @Override
    public void close(CloseCause cause) {}
}
