// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.assignable.AssignableContent;
import io.millrace.server.registry.assignable.TypeChoice;
import io.millrace.server.web.api.ApiException;
import io.millrace.transport.device.ProvisionRequest.WantedCredentials;
import io.millrace.transport.device.ProvisionResponse.Provisioned;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.StringNode;

/** Adds devices that no user but another device or a provisioning client asks for. Calls block. */
@Component
public final class NewDevices {

    private final DeviceService service;
    private final JsonMapper json;

    NewDevices(DeviceService service, JsonMapper json) {
        this.service = service;
        this.json = json;
    }

    /**
     * A device to be added.
     *
     * @param name a valid name
     * @param customer {@link io.millrace.server.web.api.IdJson#NO_CUSTOMER} for none
     * @param credentials an access token that is null or empty is generated
     */
    public record NewDevice(
            String name,
            TypeChoice type,
            CustomerId customer,
            @Nullable JsonNode additionalInfo,
            WantedCredentials credentials) {}

    /**
     * Adds a device with its credentials in one transaction, in that of the caller if there is one.
     *
     * @param further runs in the transaction, after the device was added
     * @throws ApiException (400) if the name or the credentials are taken or not valid, or the tenant has too many devices
     */
    public Device add(TenantId tenant, NewDevice wanted, Consumer<DeviceId> further) {
        AssignableContent content =
                new AssignableContent(
                        wanted.name(),
                        wanted.customer(),
                        wanted.additionalInfo(),
                        Map.of(DeviceKind.DATA, DeviceKind.defaultData()));
        return service.create(
                tenant, content, wanted.type(), content(wanted.credentials()), further);
    }

    private CredentialsContent content(WantedCredentials wanted) {
        return switch (wanted) {
            case WantedCredentials.AccessToken(@Nullable String token) ->
                    token == null || token.isEmpty()
                            ? CredentialsContent.generated()
                            : CredentialsContent.accessToken(
                                    CredentialsRequest.requireToken("token", token));
            case WantedCredentials.MqttBasic basic -> content(basic);
            case WantedCredentials.Other(String type) ->
                    throw ApiException.badRequest(
                            "credentialsType: %s is not available. Allowed: ACCESS_TOKEN, MQTT_BASIC"
                                    .formatted(type));
        };
    }

    private CredentialsContent content(WantedCredentials.MqttBasic wanted) {
        MqttBasic basic = new MqttBasic(wanted.clientId(), wanted.userName(), wanted.password());
        return new CredentialsRequest(
                        null,
                        null,
                        CredentialsType.MQTT_BASIC,
                        null,
                        json.writeValueAsString(basic),
                        null)
                .content(json);
    }

    /** The credentials of a device, as a provisioning client gets them. */
    public Provisioned credentialsOf(Device device) {
        DeviceCredentials credentials = service.credentialsOf(device);
        JsonNode value =
                switch (credentials.credentialsType()) {
                    case ACCESS_TOKEN -> StringNode.valueOf(credentials.credentialsId());
                    case MQTT_BASIC ->
                            json.readTree(Objects.requireNonNull(credentials.credentialsValue()));
                    case X509_CERTIFICATE, LWM2M_CREDENTIALS ->
                            throw new IllegalStateException(
                                    "Credentials of this type are never stored");
                };
        return new Provisioned(credentials.credentialsType().name(), value);
    }
}
