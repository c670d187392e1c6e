// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.store;

import io.millrace.message.Payload;
import io.millrace.message.id.DeviceId;
import java.util.UUID;

/** Answers RPC requests of devices. Safe for use by many threads; no call blocks. */
@FunctionalInterface
public interface DeviceRpcReplies {

    /**
     * Sends a reply to the connection that the request came from. A reply to a connection that has ended is counted and
     * dropped: only that connection waits for it.
     *
     * @param serviceId name of the instance that has the connection
     * @param connection identity of the connection
     * @param requestId number of the request on the connection
     */
    void reply(DeviceId device, String serviceId, UUID connection, int requestId, Payload reply);
}
