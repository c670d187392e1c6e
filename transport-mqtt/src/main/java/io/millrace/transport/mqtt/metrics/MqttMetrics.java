// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.metrics;

import io.millrace.transport.mqtt.session.CloseReason;
import io.netty.handler.codec.mqtt.MqttMessageType;

/** Hears what the server does, for counting. Called on event loops, often: no call may block. */
public interface MqttMetrics {

    /** Counts nothing. */
    MqttMetrics NONE = new MqttMetrics() {};

    /** A client has connected its socket. */
    default void connectionOpened() {}

    /** A connection has ended; each that was opened ends once. */
    default void connectionClosed(CloseReason reason) {}

    /** A device was let in. */
    default void sessionOpened() {}

    /** A packet came that is well formed. */
    default void packetReceived(MqttMessageType type) {}

    /** What came is no packet, or none that is allowed here. */
    default void packetRefused(CloseReason reason) {}

    /** A PUBLISH was read, but not taken in. */
    default void publishRefused(PublishRefusal reason) {}

    /** The server stopped reading from a connection, because too much of it is not safe yet. */
    default void connectionPaused() {}

    /** The server reads again from a connection, or a paused one has ended. */
    default void connectionResumed() {}

    /** The server stopped reading from a connection, because the queue has no room for its last message. */
    default void connectionHeld() {}

    /** The queue has taken the message, or the connection has ended. */
    default void connectionReleased() {}

    /** Messages went into the queue. */
    default void messagesSubmitted(int count) {}

    /** All the messages of a PUBLISH are safe, that many nanoseconds after it was read. */
    default void messagesSafe(int count, long nanos) {}

    /** Why a PUBLISH was not taken in. */
    enum PublishRefusal {
        UNKNOWN_TOPIC,
        MALFORMED_PAYLOAD,
        QUEUE_CLOSED
    }
}
