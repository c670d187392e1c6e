// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt.session;

import io.millrace.transport.device.AuthenticatedDevice;

/** A session that is open. Safe for use by many threads. */
public interface LiveSession {

    /** Ends the session and its connection, asynchronously; does nothing if it has ended. */
    void close(CloseReason reason);

    /** Updates the device's properties, asynchronously, for the messages that follow. */
    void update(AuthenticatedDevice device);
}
