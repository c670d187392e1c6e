// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.connection;

import io.millrace.message.id.DeviceId;

/**
 * The RPC requests that devices have taken from this instance without a connection that stays, and that they have not
 * replied to. Safe for use by many threads; no call blocks.
 */
@FunctionalInterface
public interface DeviceReplies {

    /**
     * Ends the call of a request with the device's reply.
     *
     * @param requestId the number under which the device has taken the request
     * @return false if this instance knows no such request, or it has ended
     */
    boolean replied(DeviceId device, int requestId, byte[] reply);
}
