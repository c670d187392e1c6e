// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

/** A session that is open. Safe for use by many threads. */
public interface LiveSession {

    /** Ends the session and its connection, soon; without effect on one that has ended. */
    void close(CloseReason reason);
}
