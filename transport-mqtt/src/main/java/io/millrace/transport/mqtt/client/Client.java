// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.client;

import org.jspecify.annotations.Nullable;

/**
 * The application's side of one connection. All methods are called on the connection's event loop: none may block or
 * throw.
 */
public interface Client {

    /**
     * The scope of client ids: connections with equal owners and client ids are the same client [MQTT-3.1.4-3]. It has
     * {@code equals} and {@code hashCode}.
     */
    Object owner();

    /** Where the sessions of this owner's clients are stored. */
    default SessionStore sessions() {
        return SessionStore.NONE;
    }

    /** Name of the client for logs, without secrets. */
    String name();

    /** The connection is accepted; CONNACK has been sent. Called once, before the other methods. */
    void opened(ClientLink link);

    /** Processes a message of the client. */
    PublishResult publish(InboundPublish publish);

    /** Decides about a subscription: null if it is granted. */
    @Nullable SubscribeRefusal subscribe(String filter);

    /** A subscription was granted, and the client has been told. */
    default void subscribed(String filter) {}

    /** A subscription that existed has ended, and the client has been told. */
    default void unsubscribed(String filter) {}

    /** The client sent something within the last reporting period; at most one call for each period. */
    default void activity() {}

    /** The connection has ended. Called once; no method but {@link #will} follows. */
    void closed(CloseReason reason);

    /** The client's will is due: its connection ended without a normal DISCONNECT. */
    default void will(Will will) {}
}
