// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.util.Collection;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionStage;

/** Sends to devices, on whichever instance their connections are. Safe for use by many threads; no call blocks. */
public interface DeviceDownlinks {

    /**
     * Sends changed shared attributes to the connections of a device that have asked for them, after the change is on
     * disk. A device without such a connection gets nothing: it requests its attributes when it connects. What is to be
     * kept for a session that outlasts its connection belongs here.
     *
     * @param json an object of the changed attributes, or {@code {"deleted": [keys]}}
     */
    void attributesChanged(TenantId tenant, DeviceId device, byte[] json);

    /**
     * Sends an RPC request to the newest connection of a device that has asked for them: to this instance if there is
     * one, else to any instance. Without one, or if its instance does not answer, the call fails with {@link
     * Delivery#NOT_CONNECTED}.
     */
    void rpc(TenantId tenant, DeviceId device, RpcCall call);

    /**
     * Answers an RPC request of a device.
     *
     * @param serviceId name of the instance that has the connection
     * @param connection identity of the connection
     * @param requestId the number of the request on the connection
     */
    CompletionStage<Delivery> rpcReply(
            DeviceId device, String serviceId, UUID connection, int requestId, byte[] json);

    /** Returns those of the devices that have a connection to any instance which has asked for RPC requests. */
    CompletionStage<Set<DeviceId>> receivingRpc(Collection<DeviceId> devices);
}
