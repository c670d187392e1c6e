// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.gateway;

import io.millrace.message.MessageJson;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceUplinks;
import io.millrace.transport.device.RpcCall;
import io.millrace.transport.mqtt.exchange.Deliveries;
import io.millrace.transport.mqtt.exchange.DeviceApi;
import io.millrace.transport.mqtt.exchange.RpcExchanges;
import io.millrace.transport.mqtt.exchange.RpcExchanges.Publication.Message;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** A device behind a gateway, with the connection that it has through the gateway. */
final class SubDevice implements DeviceConnection {

    private static final long ACTIVITY_PERIOD_MILLIS = 3_000;

    private final UUID id = UUID.randomUUID();
    private final String name;
    private final DeviceConnection gateway;
    private final DeviceApi api;
    private final GatewayDownlinks downlinks;
    private final RpcExchanges rpc;
    private final BiConsumer<SubDevice, CloseCause> closing;

    private volatile AuthenticatedDevice device;
    private @Nullable DeviceUplinks uplinks;
    private long activityReportedAt;

    /**
     * @param name the name by which the gateway knows the device
     * @param gateway the gateway's own connection
     * @param closing is called on the event loop if the server ends this connection
     */
    SubDevice(
            String name,
            AuthenticatedDevice device,
            DeviceConnection gateway,
            DeviceApi api,
            GatewayDownlinks downlinks,
            BiConsumer<SubDevice, CloseCause> closing) {
        this.name = name;
        this.device = device;
        this.gateway = gateway;
        this.api = api;
        this.downlinks = downlinks;
        this.rpc = new RpcExchanges(downlinks.link(), api.clock());
        this.closing = closing;
    }

    /** The name by which the gateway knows the device. */
    String name() {
        return name;
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
        return "behind gateway %s, %s".formatted(gateway.device().name(), gateway.description());
    }

    @Override
    public boolean receives(Downlink downlink) {
        return downlinks.receives(downlink);
    }

    @Override
    public CompletionStage<Delivery> attributes(byte[] json) {
        CompletableFuture<Delivery> end = new CompletableFuture<>();
        if (receives(Downlink.ATTRIBUTES)) {
            Deliveries.send(
                    downlinks.link(),
                    GatewayDownlinks.ATTRIBUTES,
                    GatewayDownlinks.withData(name, json),
                    true,
                    end);
        } else {
            end.complete(Delivery.NOT_CONNECTED);
        }
        return end;
    }

    @Override
    public void rpc(RpcCall call) {
        downlinks.link().execute(() -> rpc.start(call, this::request));
    }

    private @Nullable Message request(int requestId, RpcCall call) {
        if (!receives(Downlink.RPC)) {
            return null;
        }
        String method = MessageJson.MAPPER.writeValueAsString(call.method());
        byte[] data =
                "{\"id\":%d,\"method\":%s,\"params\":%s}"
                        .formatted(requestId, method, call.params())
                        .getBytes(StandardCharsets.UTF_8);
        return new Message(GatewayDownlinks.RPC, GatewayDownlinks.withData(name, data));
    }

    /** Passes on the device's reply to an RPC request; returns false if nothing waits for it. */
    boolean replied(int requestId, byte[] reply) {
        return rpc.replied(requestId, reply);
    }

    /** Devices behind a gateway send no RPC requests. */
    @Override
    public CompletionStage<Delivery> rpcReply(int requestId, byte[] json) {
        return CompletableFuture.completedStage(Delivery.NOT_CONNECTED);
    }

    @Override
    public void update(AuthenticatedDevice newDevice) {
        downlinks
                .link()
                .execute(() -> {
                    device = newDevice;
                    uplinks = null;
                });
    }

    @Override
    public void close(CloseCause cause) {
        downlinks.link().execute(() -> closing.accept(this, cause));
    }

    /** Creates the device's messages; on the event loop only. */
    DeviceUplinks uplinks() {
        DeviceUplinks current = uplinks;
        if (current == null) {
            current = new DeviceUplinks(device, api.clock());
            uplinks = current;
        }
        return current;
    }

    /** Notes that the gateway has sent something of the device; on the event loop only. */
    void active() {
        long now = api.clock().millis();
        if (now - activityReportedAt >= ACTIVITY_PERIOD_MILLIS) {
            activityReportedAt = now;
            api.connections().activity(this);
        }
    }

    /** Ends the connection; on the event loop only. */
    void end(String reason) {
        rpc.end();
        api.connections().closed(this, reason);
    }
}
