// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import java.net.SocketAddress;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The server's side of one connection, for the application. Safe for use by many threads unless a method says otherwise. */
public interface ClientLink {

    /** Identity of the connection. */
    UUID id();

    /** The client id as the client sent it, or the one that the server assigned. */
    String clientId();

    /** Address of the client. */
    SocketAddress remote();

    /** The client's will, with the delay after which it would be published; null without one. On the event loop only. */
    @Nullable Will will();

    /** Sends a message to the client, in the order of the calls. The message's listener is always told of its end. */
    void publish(OutboundPublish message);

    /** Returns the QoS of the client's oldest subscription that matches a topic; empty without one. On the event loop only. */
    OptionalInt grantedQos(String topic);

    /** Runs a task on the connection's event loop, asynchronously. It is dropped when the server has stopped. */
    void execute(Runnable task);

    /** Runs a task on the connection's event loop after a delay. */
    Future<?> schedule(Duration delay, Runnable task);

    /** Ends the connection, asynchronously; does nothing if it has ended. */
    void close(CloseReason reason);
}
