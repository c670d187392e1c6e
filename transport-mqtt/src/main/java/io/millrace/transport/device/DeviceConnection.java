// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import java.util.UUID;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A connection of a device to this instance: an MQTT session, one of a device behind a gateway, or an HTTP request that
 * waits for data. Safe for use by many threads; no call blocks.
 */
public interface DeviceConnection {

    /** Identity of the connection; {@code sessionId} in the metadata of the device's RPC requests. */
    UUID id();

    /** The device, with its current properties. */
    AuthenticatedDevice device();

    /** Name of the transport and what identifies the client there, for events: {@code MQTT client-id 10.0.0.7:4711}. */
    String description();

    /**
     * True for a session: its begin and end are the device's connect and disconnect, and it counts as one of the
     * device's connections. False for a request that waits for data, which is activity of the device.
     */
    default boolean isSession() {
        return true;
    }

    /** True if the device has asked for messages of this kind on this connection. */
    boolean receives(Downlink downlink);

    /**
     * Sends changed shared attributes.
     *
     * @param json an object of the changed attributes, or {@code {"deleted": [keys]}}
     */
    CompletionStage<Delivery> attributes(byte[] json);

    /**
     * The message that the device has left for the case that this connection is lost with its process; null without one.
     * Where the process lives, the transport itself sends it.
     */
    default @Nullable LastWill lastWill() {
        return null;
    }

    /** Sends an RPC request. Its progress is reported to the call, which always ends. */
    void rpc(RpcCall call);

    /**
     * Answers an RPC request of the device.
     *
     * @param requestId the number of the request on this connection
     * @param json the answer
     */
    CompletionStage<Delivery> rpcReply(int requestId, byte[] json);

    /** Updates the properties of the device for later messages. */
    void update(AuthenticatedDevice device);

    /** Ends the connection, asynchronously; does nothing if it has ended. */
    void close(CloseCause cause);

    /** A kind of message that a device asks for. */
    enum Downlink {
        /** Changes of shared attributes. */
        ATTRIBUTES,
        /** RPC requests from the server. */
        RPC
    }

    /** What became of a message to a device. */
    enum Delivery {
        /** The device has acknowledged the message, or it was written to a connection without acknowledgements. */
        DELIVERED,
        /** The device has not asked for such messages, or the connection has ended. */
        NOT_CONNECTED,
        /** The connection has no room for the message, or the message is longer than the device accepts. */
        NO_ROOM,
        /** The device has rejected the message, or has not acknowledged it in time. */
        NOT_ACKNOWLEDGED
    }

    /** Why the server ends a connection. */
    enum CloseCause {
        /** Another connection of the device or of the client has taken its place. */
        TAKEN_OVER,
        /** The device was deleted. */
        DEVICE_DELETED,
        /** The device's credentials have changed. */
        CREDENTIALS_CHANGED,
        /** The tenant was deleted, or may not connect. */
        TENANT_DELETED
    }
}
