// SPDX-License-Identifier: Apache-2.0
package io.millrace.node.mqtt;

import java.util.concurrent.CompletableFuture;

/** A connection to a broker. Safe for use by many threads. */
interface Broker {

    /** Publishes with quality of service 1; completes when the broker has confirmed. */
    CompletableFuture<?> publish(String topic, byte[] payload);

    boolean isConnected();

    /** Ends the connection without waiting. */
    void disconnect();
}
