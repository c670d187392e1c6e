// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.Payload;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Sends RPC requests to devices. Safe for use by many threads; no call blocks. */
@FunctionalInterface
public interface DeviceRpc {

    /**
     * Sends a request. A request that is not persistent waits in memory for a connection of its device, until it
     * expires.
     *
     * @return completes with the outcome, on any thread; soon after {@link Request#expiresAt()} at the latest. It never
     *     fails.
     */
    CompletionStage<Outcome> send(Request request);

    /**
     * A request.
     *
     * @param id identity of the request; a persistent request is stored under it
     * @param method name of the method
     * @param params the parameters as JSON text
     * @param oneWay true if the device does not reply
     * @param expiresAt when the request ends without a reply, in milliseconds since the epoch
     * @param persistence how the request is stored; null if it is not persistent
     * @param caller name of the instance on which a REST call waits under this id; null if none does
     * @param heldBytes memory that the sender uses for the request until its outcome, besides the request itself
     */
    record Request(
            UUID id,
            TenantId tenant,
            DeviceId device,
            String method,
            String params,
            boolean oneWay,
            long expiresAt,
            @Nullable Persistence persistence,
            @Nullable String caller,
            long heldBytes) {

        /** The latest expiration: the end of the year 9999. */
        public static final long LATEST_EXPIRATION = 253_402_300_799_999L;

        public Request {
            Objects.requireNonNull(id, "id");
            Objects.requireNonNull(tenant, "tenant");
            Objects.requireNonNull(device, "device");
            Objects.requireNonNull(method, "method");
            Objects.requireNonNull(params, "params");
            if (expiresAt > LATEST_EXPIRATION) {
                throw new IllegalArgumentException(
                        "the expiration time must be before the year 10000, but is " + expiresAt);
            }
        }
    }

    /**
     * The additional properties of a persistent request.
     *
     * @param retries how often it is sent again if the device does not acknowledge it; null: as often as is allowed
     * @param additionalInfo JSON text that is stored with the request, or null
     */
    record Persistence(@Nullable Integer retries, @Nullable String additionalInfo) {}

    /** What became of a request. */
    sealed interface Outcome {}

    /**
     * The request has succeeded.
     *
     * @param answer the reply of the device as it was sent; empty if the request is one-way; {@code {"rpcId": id}} if it
     *     is persistent and stored
     */
    record Answered(Payload answer) implements Outcome {}

    /**
     * The request has ended without a reply.
     *
     * @param reason for people
     */
    record Failed(RpcError error, String reason) implements Outcome {}

    /** Why a request ends without a reply, by ThingsBoard's names. */
    enum RpcError {
        /** The device does not exist. */
        NOT_FOUND,
        /** The device has as many persistent requests as it may have, or another request has the same id. */
        FORBIDDEN,
        /** The device had no connection that receives requests. */
        NO_ACTIVE_CONNECTION,
        /** The device got the request and has not replied in time. */
        TIMEOUT,
        /** The service or the connection has no room for the request. */
        INTERNAL
    }
}
