// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;

/**
 * Forwards replies of devices to the other instances, because a device may reply to another instance than the one that it
 * has taken the request from. Safe for use by many threads; no call blocks.
 */
@FunctionalInterface
public interface ReplyForwarding {

    /** The forwarding of a single instance. */
    ReplyForwarding NONE = (_, _, _, _) -> {};

    /** Forwards a reply to a request that this instance does not know. */
    void forward(TenantId tenant, DeviceId device, int requestId, byte[] reply);
}
