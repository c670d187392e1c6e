// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.provisioning;

import io.millrace.message.MessageType;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.jdbc.DatabaseLookups;
import io.millrace.server.registry.action.DeviceActions;
import io.millrace.server.registry.device.Device;
import io.millrace.server.registry.device.NewDevices;
import io.millrace.server.registry.provisioning.ProvisionedDevices.Outcome;
import io.millrace.server.registry.provisioning.ProvisioningProfiles.ProvisioningProfile;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionRequest.WantedCredentials;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.ProvisionResponse.Failed;
import io.millrace.transport.device.ProvisionResponse.NotFound;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Provisions devices. The future fails if the database does not answer; nothing is provisioned then, or (if the failure
 * comes after the commit) the next request finds the device. Transports limit the requests of an address, because each
 * may be a guess.
 */
@Component
public final class DeviceProvisioning {

    private static final Logger log = LoggerFactory.getLogger(DeviceProvisioning.class);

    /** The same for a wrong key and a wrong secret, so that neither can be guessed alone. */
    private static final NotFound UNKNOWN =
            new NotFound(
                    "no device profile has this key and secret, or its devices are not provisioned");

    private final ProvisioningProfiles profiles;
    private final ProvisionedDevices devices;
    private final NewDevices newDevices;
    private final DeviceActions actions;
    private final DatabaseLookups lookups;

    DeviceProvisioning(
            ProvisioningProfiles profiles,
            ProvisionedDevices devices,
            NewDevices newDevices,
            DeviceActions actions,
            DatabaseLookups lookups) {
        this.profiles = profiles;
        this.devices = devices;
        this.newDevices = newDevices;
        this.actions = actions;
        this.lookups = lookups;
    }

    /** Provisions a device. The future completes when the messages about it can no longer be lost. */
    public CompletableFuture<ProvisionResponse> provision(ProvisionRequest request) {
        return lookups.run(TenantId.SYSTEM, () -> profiles.find(request.key()))
                .thenCompose(found ->
                        found.filter(profile -> knows(request, profile))
                                .map(profile -> provision(profile, request))
                                .orElseGet(() -> CompletableFuture.completedFuture(UNKNOWN)));
    }

    /** Takes the same time independently of the position at which the secrets differ. */
    private static boolean knows(ProvisionRequest request, ProvisioningProfile profile) {
        return MessageDigest.isEqual(
                request.secret().getBytes(StandardCharsets.UTF_8),
                profile.secret().getBytes(StandardCharsets.UTF_8));
    }

    /** What the transaction has led to, and the answer. */
    private record Result(Outcome outcome, ProvisionResponse answer) {}

    private CompletableFuture<ProvisionResponse> provision(
            ProvisioningProfile profile, ProvisionRequest request) {
        return lookups.run(profile.tenant(), () -> inDatabase(profile, request))
                .thenCompose(
                        result -> tell(result.outcome(), request).thenApply(_ -> result.answer()));
    }

    private Result inDatabase(ProvisioningProfile profile, ProvisionRequest request) {
        Outcome outcome = devices.provision(profile, request);
        return switch (outcome) {
            case Outcome.Added(Device device) ->
                    new Result(outcome, newDevices.credentialsOf(device));
            case Outcome.Allowed(Device device) -> {
                log.info("Device {} of tenant {} was provisioned", device.id(), device.tenantId());
                yield new Result(outcome, newDevices.credentialsOf(device));
            }
            case Outcome.Refused(_, String reason) -> {
                log.info(
                        "Device profile {} of tenant {}: refused to provision a device: {}",
                        profile.id(),
                        profile.tenant(),
                        reason);
                yield new Result(outcome, new Failed(reason));
            }
        };
    }

    private CompletableFuture<Void> tell(Outcome outcome, ProvisionRequest request) {
        ObjectNode body = withoutSecrets(request);
        return switch (outcome) {
            case Outcome.Added(Device device) ->
                    actions.created(device, Map.of("tenantId", device.tenantId().toString()))
                            .thenCompose(_ ->
                                    actions.provisioned(
                                            MessageType.PROVISION_SUCCESS, device, body));
            case Outcome.Allowed(Device device) ->
                    actions.provisioned(MessageType.PROVISION_SUCCESS, device, body);
            case Outcome.Refused(@Nullable Device device, _) ->
                    Optional.ofNullable(device)
                            .map(known ->
                                    actions.provisioned(MessageType.PROVISION_FAILURE, known, body))
                            .orElseGet(() -> CompletableFuture.completedFuture(null));
        };
    }

    /** The request as messages show it: rule chains may log them and send them elsewhere. */
    private static ObjectNode withoutSecrets(ProvisionRequest request) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        String type =
                switch (request.credentials()) {
                    case WantedCredentials.AccessToken _ -> "ACCESS_TOKEN";
                    case WantedCredentials.MqttBasic _ -> "MQTT_BASIC";
                    case WantedCredentials.Other(String other) -> other;
                };
        return body.put("deviceName", request.deviceName())
                .put("credentialsType", type)
                .put("provisionDeviceKey", request.key())
                .put("gateway", request.gateway());
    }
}
