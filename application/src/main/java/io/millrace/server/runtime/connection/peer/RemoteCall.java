// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import io.millrace.server.runtime.connection.peer.PeerMessage.Event;
import io.millrace.server.runtime.connection.peer.PeerMessage.Progress;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A call of another instance to a device that is connected to this one; its progress is reported to that instance. */
record RemoteCall(PeerMessage.Rpc request, Consumer<Progress> reports) implements RpcCall {

    @Override
    public String method() {
        return request.method();
    }

    @Override
    public String params() {
        return request.params();
    }

    @Override
    public boolean oneWay() {
        return request.oneWay();
    }

    @Override
    public Instant expiresAt() {
        return Instant.ofEpochMilli(request.expiresAt());
    }

    @Override
    public void sent() {
        report(Event.SENT, null, null);
    }

    @Override
    public void delivered() {
        report(Event.DELIVERED, null, null);
    }

    @Override
    public void replied(byte[] reply) {
        report(Event.REPLIED, new Body(reply), null);
    }

    @Override
    public void failed(Delivery reason) {
        report(Event.FAILED, null, reason);
    }

    private void report(Event event, @Nullable Body reply, @Nullable Delivery reason) {
        reports.accept(new Progress(request.call(), event, reply, reason));
    }
}
