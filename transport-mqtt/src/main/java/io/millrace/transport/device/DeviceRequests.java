// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.device;

import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;

/**
 * Answers the requests of devices that are no messages for the rule chains. Called on threads of the transports: no call
 * blocks. A stage that fails means that the request cannot be answered now; the device may try again.
 */
public interface DeviceRequests {

    /** Reads client and shared attributes of a device. */
    CompletionStage<AttributeValues> attributes(
            AuthenticatedDevice device, AttributeRequest request);

    /**
     * Allows users to claim a device.
     *
     * @return completes when the request is stored; fails with {@link RefusedRequestException} if the device cannot be
     *     claimed
     */
    CompletionStage<Void> claim(AuthenticatedDevice device, ClaimRequest request);

    /** Adds a device, or gives an existing one its credentials, for a client that knows a profile's key and secret. */
    CompletionStage<ProvisionResponse> provision(ProvisionRequest request, SocketAddress client);

    /**
     * Returns the device of a name in a gateway's tenant. One that does not exist is added with the profile of the
     * given name, which is added too if there is none.
     *
     * @return fails with {@link RefusedRequestException} if it cannot be added, for example because the tenant has too
     *     many devices
     */
    CompletionStage<AuthenticatedDevice> subDevice(
            AuthenticatedDevice gateway, String name, String profileName);
}
