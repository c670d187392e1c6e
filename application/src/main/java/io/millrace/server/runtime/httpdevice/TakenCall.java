// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.httpdevice;

import io.millrace.message.id.DeviceId;
import io.millrace.transport.device.DeviceConnection.Delivery;
import io.millrace.transport.device.RpcCall;
import org.jspecify.annotations.Nullable;

/**
 * An RPC request that a device has taken. Its reply may arrive before the request is reported as delivered; the call is
 * told both in this order. Thread-safe.
 */
final class TakenCall {

    private final DeviceId device;
    private final RpcCall call;
    private boolean delivered;
    private boolean ended;
    private byte @Nullable [] early;

    TakenCall(DeviceId device, RpcCall call) {
        this.device = device;
        this.call = call;
    }

    DeviceId device() {
        return device;
    }

    /** Milliseconds since the epoch. */
    long expiresAt() {
        return call.expiresAt().toEpochMilli();
    }

    /** The request was written. */
    synchronized void written() {
        delivered = true;
        call.delivered();
        if (early != null) {
            call.replied(early);
        }
    }

    /** Ends the call with a reply; returns false if it has ended. */
    synchronized boolean replied(byte[] reply) {
        if (ended) {
            return false;
        }
        ended = true;
        if (delivered) {
            call.replied(reply);
        } else {
            early = reply;
        }
        return true;
    }

    /** Ends the call without a reply, unless it has ended. */
    synchronized void failed(Delivery reason) {
        if (!ended) {
            ended = true;
            call.failed(reason);
        }
    }
}
