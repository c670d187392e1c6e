// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import java.time.Instant;

/** One attempt to send a persistent request. What the connection reports changes the stored state. */
final class PersistentCall implements RpcCall {

    private final StoredRpc claimed;
    private final PersistentRequests requests;
    private volatile boolean sent;
    private volatile boolean delivered;

    PersistentCall(StoredRpc claimed, PersistentRequests requests) {
        this.claimed = claimed;
        this.requests = requests;
    }

    @Override
    public String method() {
        return claimed.rpc().request().body().method();
    }

    @Override
    public String params() {
        return claimed.rpc().request().body().params();
    }

    @Override
    public boolean oneWay() {
        return claimed.rpc().request().oneway();
    }

    @Override
    public Instant expiresAt() {
        return Instant.ofEpochMilli(claimed.rpc().expirationTime());
    }

    @Override
    public void sent() {
        sent = true;
        requests.sent(claimed);
    }

    @Override
    public void delivered() {
        delivered = true;
        requests.delivered(claimed);
    }

    @Override
    public void replied(byte[] reply) {
        requests.replied(claimed, reply);
    }

    /**
     * After the delivery only a reply or the expiration ends the request. A connection that ends before the
     * acknowledgement counts as a time-out, because the device may have the request.
     */
    @Override
    public void failed(Delivery reason) {
        if (delivered) {
            return;
        }
        switch (reason) {
            case NOT_CONNECTED -> {
                if (sent) {
                    requests.timedOut(claimed);
                } else {
                    requests.notConnected(claimed);
                }
            }
            case NO_ROOM -> requests.noRoom(claimed);
            case NOT_ACKNOWLEDGED, DELIVERED -> requests.timedOut(claimed);
        }
    }
}
