// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.LastWill;
import io.millrace.transport.device.RpcCall;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A session of a device without a transport: it records what it is sent, and closes itself when it is asked to. */
public final class FakeConnection implements DeviceConnection {

    public final List<String> received = new CopyOnWriteArrayList<>();
    public final List<RpcCall> calls = new CopyOnWriteArrayList<>();
    public final List<CloseCause> closed = new CopyOnWriteArrayList<>();

    /** The will, before the connection is opened. */
    public volatile @Nullable LastWill lastWill;

    private final UUID id = UUID.randomUUID();
    private final AtomicBoolean isClosed = new AtomicBoolean();
    private final DeviceConnections connections;
    private volatile AuthenticatedDevice device;

    public FakeConnection(AuthenticatedDevice device, DeviceConnections connections) {
        this.device = device;
        this.connections = connections;
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
        return "FAKE client 10.0.0.7:4711";
    }

    @Override
    public @Nullable LastWill lastWill() {
        return lastWill;
    }

    @Override
    public boolean receives(Downlink downlink) {
        return true;
    }

    @Override
    public CompletionStage<Delivery> attributes(byte[] json) {
        received.add(new String(json, StandardCharsets.UTF_8));
        return CompletableFuture.completedStage(Delivery.DELIVERED);
    }

    @Override
    public void rpc(RpcCall call) {
        call.sent();
        calls.add(call);
    }

    @Override
    public CompletionStage<Delivery> rpcReply(int requestId, byte[] json) {
        received.add(requestId + " " + new String(json, StandardCharsets.UTF_8));
        return CompletableFuture.completedStage(Delivery.DELIVERED);
    }

    @Override
    public void update(AuthenticatedDevice changed) {
        device = changed;
    }

    @Override
    public void close(CloseCause cause) {
        if (isClosed.getAndSet(true)) {
            return;
        }
        closed.add(cause);
        connections.closed(this, cause.name());
    }
}
