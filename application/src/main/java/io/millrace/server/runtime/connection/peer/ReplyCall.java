// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** An answer to an RPC request of a device, which another instance delivers. Its progress is that of a one-way call. */
final class ReplyCall implements RpcCall {

    private final Instant expiresAt;
    private final CompletableFuture<Delivery> delivery = new CompletableFuture<>();

    ReplyCall(Instant expiresAt) {
        this.expiresAt = expiresAt;
    }

    CompletionStage<Delivery> delivery() {
        return delivery;
    }

    @Override
    public String method() {
        return "";
    }

    @Override
    public String params() {
        return "";
    }

    @Override
    public boolean oneWay() {
        return true;
    }

    @Override
    public Instant expiresAt() {
        return expiresAt;
    }

    @Override
    public void delivered() {
        delivery.complete(Delivery.DELIVERED);
    }

    @Override
    public void replied(byte[] reply) {
        delivery.complete(Delivery.DELIVERED);
    }

    @Override
    public void failed(Delivery reason) {
        delivery.complete(reason);
    }
}
