// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.rpc;

import io.millrace.message.MessageType;

/** The states of a persistent request, by ThingsBoard's names. Each change sends a message to the rule chains. */
public enum RpcStatus {
    /** Stored; it waits for a connection of the device. */
    QUEUED(MessageType.RPC_QUEUED),
    /** Written to a connection; the device has not acknowledged it. */
    SENT(MessageType.RPC_SENT),
    /** The device has acknowledged it, or it was written without acknowledgements. The end of a one-way request. */
    DELIVERED(MessageType.RPC_DELIVERED),
    /** The device has replied. */
    SUCCESSFUL(MessageType.RPC_SUCCESSFUL),
    /** The device has not acknowledged it; it is sent again. */
    TIMEOUT(MessageType.RPC_TIMEOUT),
    /** Its time is over. */
    EXPIRED(MessageType.RPC_EXPIRED),
    /** The device has not acknowledged the last retry, or its reply is not JSON. */
    FAILED(MessageType.RPC_FAILED),
    /** Deleted by a user; only the message to the rule chains has this state. */
    DELETED(MessageType.RPC_DELETED);

    private final MessageType message;

    RpcStatus(MessageType message) {
        this.message = message;
    }

    /** The type of the message that tells the rule chains of the change to this state. */
    MessageType message() {
        return message;
    }
}
