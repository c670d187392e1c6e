// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import io.millrace.transport.device.DeviceConnection.Delivery;
import java.time.Instant;

/**
 * An RPC request to a device, and the listener of its progress. A connection calls {@link #sent} and {@link #delivered}
 * at most once each, then exactly one of {@link #replied} and {@link #failed}; a one-way call ends with {@link #delivered}
 * instead, or with {@link #failed}. The methods are called on threads of the transport: they must not block and must not
 * throw.
 */
public interface RpcCall {

    /** The method's name. */
    String method();

    /** The parameters as JSON text. */
    String params();

    /** True if no reply follows. */
    boolean oneWay();

    /** When the call ends without a reply; the connection reports {@link Delivery#NOT_ACKNOWLEDGED} then. */
    Instant expiresAt();

    /** The request was written to the connection. */
    default void sent() {}

    /** The device has acknowledged the request, or it was written without acknowledgements. */
    void delivered();

    /** The device has replied; the text is what it sent, and need not be JSON. */
    void replied(byte[] reply);

    /** The call ends without a reply; never {@link Delivery#DELIVERED}. */
    void failed(Delivery reason);
}
