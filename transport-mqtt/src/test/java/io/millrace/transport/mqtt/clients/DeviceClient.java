// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.clients;

import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A client library, reduced to what a device does with it. Closing it ends its connection, if it has one. */
interface DeviceClient extends AutoCloseable {

    /**
     * Connects with an access token and a new session.
     *
     * @throws RefusedException if the server refuses the connection
     */
    void connect(String token);

    boolean isConnected();

    /** Subscribes at QoS 1 and waits for the grant. */
    void subscribe(String filter);

    /** Ends when the client counts the message as delivered. */
    CompletableFuture<?> publish(String topic, String payload, int qos);

    /** The messages so far, each as "topic payload". */
    List<String> received();

    @Override
    void close();

    /** A connection that the server refused, with the code of its answer. */
    final class RefusedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int code;

        RefusedException(int code) {
            super("refused with code " + code);
            this.code = code;
        }

        int code() {
            return code;
        }
    }
}
