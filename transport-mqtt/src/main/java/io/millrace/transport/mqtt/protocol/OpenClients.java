// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.protocol;

import io.millrace.transport.mqtt.client.CloseReason;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * The connected clients of a server: of one client at most one connection, the newest [MQTT-3.1.4-3]. Also the wills that wait
 * for their delay. Safe for use by many threads.
 */
final class OpenClients {

    /**
     * Identity of a client.
     *
     * @param owner the scope of the client id
     */
    record Key(Object owner, String clientId) {}

    /** The connection of a client. */
    interface Connection {

        /** Ends the connection, asynchronously. */
        void close(CloseReason reason);

        /**
         * Completes when the connection has ended and its session is stored; not before those whose place it took have
         * ended, so that of one client never two are open.
         */
        CompletionStage<Void> ended();

        /**
         * The connection that has taken this one's place is open, or never will be. Only then the application learns that
         * this one has ended, so that it sees no moment without a connection.
         */
        void replaced();
    }

    private final ConcurrentMap<Key, Connection> connections = new ConcurrentHashMap<>();
    private final ConcurrentMap<Key, Future<?>> delayedWills = new ConcurrentHashMap<>();

    /**
     * Makes a connection the one of its client. A former connection is closed as taken over, and a will that waits is
     * discarded [MQTT-3.1.3-9].
     *
     * @return the former connection, or null
     */
    @Nullable Connection enter(Key client, Connection connection) {
        Future<?> will = delayedWills.remove(client);
        if (will != null) {
            will.cancel(false);
        }
        @Nullable Connection former = connections.put(client, connection);
        if (former != null) {
            former.close(CloseReason.SESSION_TAKEN_OVER);
        }
        return former;
    }

    /** Returns false if a newer connection has taken the place of one that has ended. */
    boolean isCurrent(Key client, Connection connection) {
        return connection.equals(connections.get(client));
    }

    /** Removes a connection that has ended and whose session is stored, unless a newer one has taken its place. */
    void leave(Key client, Connection connection) {
        connections.remove(client, connection);
    }

    /**
     * Keeps the will of a connection that has ended until its delay has passed, or discards it if the client is back
     * already [MQTT-3.1.3-9].
     */
    void delayWill(Key client, Connection ended, Future<?> will) {
        delayedWills.put(client, will);
        // A connection that entered before this will was kept has not found it.
        Connection current = connections.get(client);
        if (current != null && !current.equals(ended) && delayedWills.remove(client, will)) {
            will.cancel(false);
        }
    }

    /** A delayed will is due. */
    void willIsDue(Key client) {
        delayedWills.remove(client);
    }
}
