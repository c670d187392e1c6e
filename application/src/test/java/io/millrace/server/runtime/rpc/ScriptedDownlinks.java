// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.runtime.connection.DeviceDownlinks;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Records the calls, whose progress a test reports. */
final class ScriptedDownlinks implements DeviceDownlinks {

    final List<RpcCall> calls = new CopyOnWriteArrayList<>();
    final Set<DeviceId> receiving = ConcurrentHashMap.newKeySet();

    @Override
    public void attributesChanged(TenantId tenant, DeviceId device, byte[] json) {}

    @Override
    public void rpc(TenantId tenant, DeviceId device, RpcCall call) {
        calls.add(call);
    }

    @Override
    public CompletionStage<Delivery> rpcReply(
            DeviceId device, String serviceId, UUID connection, int requestId, byte[] json) {
        return CompletableFuture.completedStage(Delivery.DELIVERED);
    }

    @Override
    public CompletionStage<Set<DeviceId>> receivingRpc(Collection<DeviceId> devices) {
        return CompletableFuture.completedStage(
                devices.stream().filter(receiving::contains).collect(Collectors.toSet()));
    }
}
