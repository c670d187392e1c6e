// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection.peer;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.millrace.transport.device.DeviceConnection.Delivery;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** A message from one instance to another about a connection of a device there. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "kind")
@JsonSubTypes({
    @JsonSubTypes.Type(value = PeerMessage.Attributes.class, name = "attributes"),
    @JsonSubTypes.Type(value = PeerMessage.Rpc.class, name = "rpc"),
    @JsonSubTypes.Type(value = PeerMessage.RpcReply.class, name = "rpcReply"),
    @JsonSubTypes.Type(value = PeerMessage.DeviceReply.class, name = "deviceReply"),
    @JsonSubTypes.Type(value = PeerMessage.Close.class, name = "close"),
    @JsonSubTypes.Type(value = PeerMessage.Progress.class, name = "progress")
})
sealed interface PeerMessage {

    /** Approximate memory of the message besides its texts. */
    long FIXED_BYTES = 300;

    /** Approximate memory of the message. */
    long bytes();

    /** Sends changed shared attributes to a device. */
    record Attributes(UUID tenant, UUID device, Body json) implements PeerMessage {
        @Override
        public long bytes() {
            return FIXED_BYTES + json.length();
        }
    }

    /**
     * Sends an RPC request to a device.
     *
     * @param call identity of the call, for its progress
     * @param expiresAt milliseconds since the epoch
     */
    record Rpc(
            UUID call,
            UUID tenant,
            UUID device,
            String method,
            String params,
            boolean oneWay,
            long expiresAt)
            implements PeerMessage {
        @Override
        public long bytes() {
            return FIXED_BYTES + 2L * (method.length() + params.length());
        }
    }

    /** Answers an RPC request of a device. */
    record RpcReply(UUID call, UUID device, UUID connection, int requestId, Body json)
            implements PeerMessage {
        @Override
        public long bytes() {
            return FIXED_BYTES + json.length();
        }
    }

    /** A device has replied to a request that it has perhaps taken from the receiver. */
    record DeviceReply(UUID device, int requestId, Body reply) implements PeerMessage {
        @Override
        public long bytes() {
            return FIXED_BYTES + reply.length();
        }
    }

    /** Closes a session whose place another one has taken. */
    record Close(UUID device, UUID connection) implements PeerMessage {
        @Override
        public long bytes() {
            return FIXED_BYTES;
        }
    }

    /**
     * Progress of a call of the receiver.
     *
     * @param reply with {@link Event#REPLIED}, otherwise null
     * @param reason with {@link Event#FAILED}, otherwise null
     */
    record Progress(UUID call, Event event, @Nullable Body reply, @Nullable Delivery reason)
            implements PeerMessage {
        @Override
        public long bytes() {
            return FIXED_BYTES + (reply == null ? 0 : reply.length());
        }
    }

    /** The steps of a call. */
    enum Event {
        SENT,
        DELIVERED,
        REPLIED,
        FAILED
    }
}
