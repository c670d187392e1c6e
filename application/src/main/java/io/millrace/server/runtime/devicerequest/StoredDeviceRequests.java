// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.devicerequest;

import io.millrace.server.registry.claiming.DeviceConsents;
import io.millrace.server.registry.gateway.SubDevices;
import io.millrace.server.runtime.devicethrottle.ThrottledProvisioning;
import io.millrace.transport.device.AttributeRequest;
import io.millrace.transport.device.AttributeValues;
import io.millrace.transport.device.AuthenticatedDevice;
import io.millrace.transport.device.ClaimRequest;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionResponse;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.springframework.stereotype.Component;

/**
 * Answers the requests of devices from the database. Stages fail with the exception itself, not with one that wraps it:
 * transports distinguish refusals from failures by its class.
 */
@Component
final class StoredDeviceRequests implements DeviceRequests {

    private final AttributeRequests attributes;
    private final DeviceConsents consents;
    private final ThrottledProvisioning provisioning;
    private final SubDevices subDevices;

    StoredDeviceRequests(
            AttributeRequests attributes,
            DeviceConsents consents,
            ThrottledProvisioning provisioning,
            SubDevices subDevices) {
        this.attributes = attributes;
        this.consents = consents;
        this.provisioning = provisioning;
        this.subDevices = subDevices;
    }

    @Override
    public CompletionStage<AttributeValues> attributes(
            AuthenticatedDevice device, AttributeRequest request) {
        return unwrapped(attributes.read(device, request).toCompletableFuture());
    }

    @Override
    public CompletionStage<Void> claim(AuthenticatedDevice device, ClaimRequest request) {
        return unwrapped(consents.allow(device, request));
    }

    @Override
    public CompletionStage<ProvisionResponse> provision(
            ProvisionRequest request, SocketAddress client) {
        return unwrapped(provisioning.provision(request, client).toCompletableFuture());
    }

    @Override
    public CompletionStage<AuthenticatedDevice> subDevice(
            AuthenticatedDevice gateway, String name, String profileName) {
        return unwrapped(subDevices.of(gateway, name, profileName));
    }

    private static <T> CompletionStage<T> unwrapped(CompletableFuture<T> work) {
        CompletableFuture<T> answer = new CompletableFuture<>();
        var _ =
                work.whenComplete((result, failure) -> {
                    if (failure == null) {
                        answer.complete(result);
                    } else if (failure instanceof CompletionException
                            && failure.getCause() != null) {
                        answer.completeExceptionally(failure.getCause());
                    } else {
                        answer.completeExceptionally(failure);
                    }
                });
        return answer;
    }
}
