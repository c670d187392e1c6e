// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A persistent request, as REST and the rule chains see it.
 *
 * @param createdTime milliseconds since the epoch
 * @param expirationTime milliseconds since the epoch
 * @param response the reply of the device, or why there is none; null before the end
 * @param additionalInfo JSON that was sent with the request
 */
record Rpc(
        EntityId id,
        long createdTime,
        TenantId tenantId,
        DeviceId deviceId,
        long expirationTime,
        Request request,
        @Nullable JsonNode response,
        RpcStatus status,
        @Nullable JsonNode additionalInfo) {

    /**
     * What the device gets, and how.
     *
     * @param persisted always true
     * @param retries how often it is sent again if the device does not acknowledge it
     */
    record Request(
            UUID id,
            TenantId tenantId,
            DeviceId deviceId,
            boolean oneway,
            long expirationTime,
            Body body,
            boolean persisted,
            int retries) {}

    /**
     * Method and parameters.
     *
     * @param params JSON text
     */
    record Body(String method, String params) {}

    Rpc with(RpcStatus other) {
        return new Rpc(
                id,
                createdTime,
                tenantId,
                deviceId,
                expirationTime,
                request,
                response,
                other,
                additionalInfo);
    }
}
