// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.DeviceConnection;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.DeviceConnection.Downlink;
import io.millrace.transport.device.DeviceConnections;
import io.millrace.transport.device.RpcCall;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

/** Sends to the devices that are connected to this instance. */
public final class LocalDownlinks implements DeviceDownlinks {

    private final DeviceConnections connections;

    /** Creates downlinks for these connections. */
    public LocalDownlinks(DeviceConnections connections) {
        this.connections = connections;
    }

    @Override
    public void attributesChanged(TenantId tenant, DeviceId device, byte[] json) {
        connections.of(device).stream()
                .filter(connection -> connection.receives(Downlink.ATTRIBUTES))
                .forEach(connection -> connection.attributes(json));
    }

    @Override
    public void rpc(TenantId tenant, DeviceId device, RpcCall call) {
        newestForRpc(device)
                .ifPresentOrElse(
                        connection -> connection.rpc(call),
                        () -> call.failed(Delivery.NOT_CONNECTED));
    }

    /** True if a device has a connection to this instance that has asked for RPC requests. */
    public boolean receivesRpc(DeviceId device) {
        return newestForRpc(device).isPresent();
    }

    private Optional<DeviceConnection> newestForRpc(DeviceId device) {
        return connections.of(device).reversed().stream()
                .filter(connection -> connection.receives(Downlink.RPC))
                .findFirst();
    }

    @Override
    public CompletionStage<Delivery> rpcReply(
            DeviceId device, String serviceId, UUID connection, int requestId, byte[] json) {
        DeviceConnection open = connections.find(device, connection);
        return open == null
                ? CompletableFuture.completedStage(Delivery.NOT_CONNECTED)
                : open.rpcReply(requestId, json);
    }

    @Override
    public CompletionStage<Set<DeviceId>> receivingRpc(Collection<DeviceId> devices) {
        return CompletableFuture.completedStage(
                devices.stream().filter(this::receivesRpc).collect(Collectors.toSet()));
    }
}
