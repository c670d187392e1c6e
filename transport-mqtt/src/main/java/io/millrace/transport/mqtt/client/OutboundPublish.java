// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A message to a client.
 *
 * @param payload must not be modified
 * @param qos 0 or 1; null: that of the client's oldest matching subscription, or 1 without one
 * @param expiresAt after this time the message is no longer sent; null: never
 * @param kept true if the message belongs to the state of a session: it is delivered later if the connection ends and
 *     the session lasts
 * @param listener is told what becomes of the message
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record OutboundPublish(
        String topic,
        byte[] payload,
        @Nullable Integer qos,
        @Nullable Instant expiresAt,
        boolean kept,
        Listener listener) {

    private static final int OVERHEAD = 32;

    /** Upper bound of the packet's length in bytes. */
    public int size() {
        return topic.getBytes(StandardCharsets.UTF_8).length + payload.length + OVERHEAD;
    }

    /** Is told what becomes of a message; called on an event loop, must not block or throw. */
    public interface Listener {

        /** Is not interested. */
        Listener NONE = _ -> {};

        /** The message was written to the connection. */
        default void sent() {}

        /** The end of the message; called once. */
        void ended(Result result);
    }

    /** What became of a message. */
    public enum Result {
        /** The client has acknowledged it, or it was written with QoS 0. */
        DELIVERED,
        /** It is kept for the client's next connection. */
        KEPT,
        /** Too many messages wait for the client, or the client does not read. */
        NO_ROOM,
        /** It is longer than the client accepts [MQTT-3.1.2-24]. */
        TOO_LARGE,
        /** The client has answered with an error. */
        REJECTED,
        /** The client has not acknowledged it in time. */
        NOT_ACKNOWLEDGED,
        /** It was not sent before its expiry. */
        EXPIRED,
        /** The connection has ended. */
        CLOSED
    }
}
