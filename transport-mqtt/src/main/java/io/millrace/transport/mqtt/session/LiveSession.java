// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

import io.millrace.transport.mqtt.auth.AuthenticatedDevice;

/** A session that is open. Safe for use by many threads. */
public interface LiveSession {

    /** Ends the session and its connection, soon; without effect on one that has ended. */
    void close(CloseReason reason);

    /** Messages that come from now on, soon, are made with what is known of the device now. */
    void update(AuthenticatedDevice device);
}
