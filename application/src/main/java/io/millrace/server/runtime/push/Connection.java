// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import java.io.IOException;

/** The connection of one client. Only one thread at a time sends or pings. */
interface Connection {

    /**
     * Sends a text message; returns when it is handed to the network.
     *
     * @throws IOException if the connection is closed or the client did not receive the message in time
     */
    void send(String message) throws IOException;

    /** Sends a ping. */
    void ping() throws IOException;

    /** Closes the connection; may wait for a send in progress. */
    void close(int code, String reason);
}
