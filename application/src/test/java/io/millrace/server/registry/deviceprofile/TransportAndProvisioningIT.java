// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.MessageType;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TransportAndProvisioningIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private ObjectNode save(String body) {
        return (ObjectNode) admin.post("/api/deviceProfile", body).expect(200).json();
    }

    private ObjectNode save(JsonNode body) {
        return save(body.toString());
    }

    private String refusal(String body) {
        return admin.post("/api/deviceProfile", body).expectError(400, 31).text("/message");
    }

    private static String secret(JsonNode profile) {
        return profile.at("/profileData/provisionConfiguration/provisionDeviceSecret")
                .stringValue();
    }

    private ObjectNode provisioned(String name) {
        return save(
                "{\"name\":\"%s\",\"provisionType\":\"ALLOW_CREATE_NEW_DEVICES\"}".formatted(name));
    }

    @Test
    void aProfileMayHaveTheMqttTransportWithTheUsualTopics() {
        String configuration =
                """
                {"type":"MQTT","deviceTelemetryTopic":"v1/devices/me/telemetry",
                 "deviceAttributesTopic":"v1/devices/me/attributes",
                 "deviceAttributesSubscribeTopic":"v1/devices/me/attributes",
                 "transportPayloadTypeConfiguration":{"transportPayloadType":"JSON"},
                 "sparkplug":false,"sparkplugAttributesMetricNames":[],"sendAckOnValidationException":true,
                 "maxConnections":3}
                """;

        JsonNode profile =
                save(
                        "{\"name\":\"M\",\"transportType\":\"MQTT\",\"profileData\":{\"transportConfiguration\":%s}}"
                                .formatted(configuration));

        assertThat(profile.path("transportType").stringValue()).isEqualTo("MQTT");
        JsonNode stored = profile.at("/profileData/transportConfiguration");
        assertThat(stored.path("sendAckOnValidationException").booleanValue()).isTrue();
        assertThat(stored.path("maxConnections").intValue()).isEqualTo(3);
        assertThat(
                        admin.get("/api/deviceProfileInfos?pageSize=10&page=0&transportType=MQTT")
                                .expect(200)
                                .text("/data/0/name"))
                .isEqualTo("M");
    }

    @Test
    void theTypeOfTheConfigurationCountsIfTheProfileNamesNone() {
        JsonNode profile =
                save(
                        "{\"name\":\"M\",\"profileData\":{\"transportConfiguration\":{\"type\":\"MQTT\"}}}");

        assertThat(profile.path("transportType").stringValue()).isEqualTo("MQTT");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'\"transportType\":\"COAP\"'|transportType: COAP is not available. Allowed: DEFAULT, MQTT",
                "'\"provisionType\":\"X509_CERTIFICATE_CHAIN\"'|provisionType: X509_CERTIFICATE_CHAIN is not available",
                "'\"transportType\":\"MQTT\",\"profileData\":{\"transportConfiguration\":{\"type\":\"DEFAULT\"}}'|transportConfiguration.type: must be MQTT",
                "'\"profileData\":{\"transportConfiguration\":{\"type\":\"MQTT\",\"deviceTelemetryTopic\":\"a/b\"}}'|deviceTelemetryTopic: custom topics are not available",
                "'\"profileData\":{\"transportConfiguration\":{\"type\":\"MQTT\",\"transportPayloadTypeConfiguration\":{\"transportPayloadType\":\"PROTOBUF\"}}}'|\"PROTOBUF\" is not available",
                "'\"profileData\":{\"transportConfiguration\":{\"type\":\"MQTT\",\"sparkplug\":true}}'|Sparkplug is not available",
                "'\"profileData\":{\"transportConfiguration\":{\"type\":\"MQTT\",\"sendAckOnValidationException\":1}}'|must be true or false",
                "'\"profileData\":{\"transportConfiguration\":{\"type\":\"DEFAULT\",\"maxConnections\":0}}'|maxConnections: must be a whole number from 1 to 100, but is 0",
                "'\"profileData\":{\"transportConfiguration\":{\"maxConnections\":1.5}}'|maxConnections: must be a whole number from 1 to 100, but is 1.5",
                "'\"profileData\":{\"transportConfiguration\":[]}'|transportConfiguration: must be a JSON object, not ARRAY",
                "'\"profileData\":{\"provisionConfiguration\":{\"type\":\"ALLOW_CREATE_NEW_DEVICES\",\"provisionDeviceSecret\":5}}'|provisionDeviceSecret: must be a text",
                "'\"provisionType\":\"DISABLED\",\"profileData\":{\"provisionConfiguration\":{\"type\":\"ALLOW_CREATE_NEW_DEVICES\"}}'|provisionConfiguration.type: must be DISABLED"
            })
    void whatIsNotAvailableIsRefusedByItsName(String properties, String message) {
        assertThat(refusal("{\"name\":\"M\",%s}".formatted(properties))).contains(message);
    }

    @Test
    void keyAndSecretAreGeneratedIfTheyAreMissing() {
        ObjectNode profile = provisioned("P");

        assertThat(profile.path("provisionDeviceKey").stringValue()).matches("[A-Za-z0-9]{20}");
        assertThat(secret(profile)).matches("[A-Za-z0-9]{20}");
        assertThat(profile.at("/profileData/provisionConfiguration/type").stringValue())
                .isEqualTo("ALLOW_CREATE_NEW_DEVICES");
    }

    @Test
    void aChangeOfOtherValuesKeepsKeyAndSecret() {
        ObjectNode profile = provisioned("P");
        String key = profile.path("provisionDeviceKey").stringValue();
        String secret = secret(profile);
        profile.remove("provisionDeviceKey");
        profile.put("description", "changed");
        ((ObjectNode) profile.path("profileData")).remove("provisionConfiguration");

        ObjectNode changed = save(profile);

        assertThat(changed.path("provisionDeviceKey").stringValue()).isEqualTo(key);
        assertThat(secret(changed)).isEqualTo(secret);
    }

    @Test
    void aProfileThatIsNoLongerProvisionedLosesItsKey() {
        ObjectNode profile = provisioned("P");
        profile.put("provisionType", "DISABLED");
        ((ObjectNode) profile.path("profileData"))
                .putObject("provisionConfiguration")
                .put("type", "DISABLED");

        ObjectNode changed = save(profile);

        assertThat(changed.path("provisionDeviceKey").isNull()).isTrue();
        assertThat(changed.at("/profileData/provisionConfiguration").size()).isEqualTo(1);
    }

    @Test
    void aKeyIsUniqueInTheInstallation() {
        String key = "key-" + UUID.randomUUID();
        String body =
                "{\"name\":\"P\",\"provisionType\":\"CHECK_PRE_PROVISIONED_DEVICES\",\"provisionDeviceKey\":\"%s\"}"
                        .formatted(key);
        save(body);

        assertThat(
                        server.newTenantAdministrator()
                                .post("/api/deviceProfile", body)
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo(
                        "provisionDeviceKey: another device profile has this key; choose another");
    }

    @Test
    void usersOfCustomersGetNeitherKeyNorSecret() {
        ObjectNode profile = provisioned("P");
        RestClient user = server.customerUser(tenant, server.newCustomer(tenant));

        RestClient.Answer answer =
                user.get("/api/deviceProfile/" + profile.at("/id/id").stringValue()).expect(200);

        assertThat(answer.body())
                .doesNotContain(secret(profile))
                .doesNotContain(profile.path("provisionDeviceKey").stringValue());
    }

    @Test
    void messagesAboutAProfileDoNotHaveItsSecret() {
        ObjectNode profile = provisioned("P");
        save(profile);

        assertThat(server.bean(SubmittedMessages.class).of(tenant))
                .filteredOn(message ->
                        message.originator()
                                .id()
                                .toString()
                                .equals(profile.at("/id/id").stringValue()))
                .hasSize(2)
                .allSatisfy(message -> {
                    assertThat(message.type())
                            .isIn(
                                    MessageType.ENTITY_CREATED.name(),
                                    MessageType.ENTITY_UPDATED.name());
                    assertThat(message.payload().text()).doesNotContain(secret(profile));
                });
    }
}
