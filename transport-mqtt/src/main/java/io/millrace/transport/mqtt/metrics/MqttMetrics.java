// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.metrics;

import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.netty.handler.codec.mqtt.MqttMessageType;

/** Counts events of the server. Called on event loops, often: no call may block. */
public interface MqttMetrics {

    /** Counts nothing. */
    MqttMetrics NONE = new MqttMetrics() {};

    /** A client has opened a socket. */
    default void connectionOpened() {}

    /** A socket was closed at once: too many are not authenticated, or its address opens too many. */
    default void connectionRejected() {}

    /** A connection has ended; called once for each that was opened. */
    default void connectionClosed(CloseReason reason) {}

    /** A device was accepted. */
    default void sessionOpened() {}

    /** A well-formed packet was received. */
    default void packetReceived(MqttMessageType type) {}

    /** The received bytes are not a packet, or not one that is allowed in this state. */
    default void packetRefused(CloseReason reason) {}

    /** A PUBLISH was read and refused. */
    default void publishRefused(PublishRefusal reason) {}

    /** Reading from a connection was paused, because too many of its messages are not safe yet. */
    default void connectionPaused() {}

    /** Reading from a paused connection was resumed, or the connection has ended. */
    default void connectionResumed() {}

    /** Reading from a connection was paused, because the queue has no room for its last message. */
    default void connectionHeld() {}

    /** The queue has taken that message, or the connection has ended. */
    default void connectionReleased() {}

    /** Messages were submitted to the queue. */
    default void messagesSubmitted(int count) {}

    /** All messages of a PUBLISH are safe, {@code nanos} nanoseconds after it was read. */
    default void messagesSafe(int count, long nanos) {}
}
