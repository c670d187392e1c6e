// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.alarmrule.AlarmRules;
import io.millrace.rule.store.DeviceProfiles;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.auth.AuthResult;
import io.millrace.transport.mqtt.auth.AuthResult.Accepted;
import io.millrace.transport.mqtt.auth.AuthResult.Refusal;
import io.millrace.transport.mqtt.auth.AuthResult.Refused;
import io.millrace.transport.mqtt.auth.ConnectCredentials;
import io.millrace.transport.mqtt.auth.DeviceAuthenticator;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.context.PayloadApplicationEvent;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DeviceCredentialsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final JsonNode device =
            admin.post("/api/device", Map.of("name", "A", "type", "pump")).expect(200).json();
    private final String deviceId = device.at("/id/id").stringValue();
    private final String unique = UUID.randomUUID().toString();

    private ObjectNode credentials() {
        return (ObjectNode)
                admin.get("/api/device/" + deviceId + "/credentials").expect(200).json();
    }

    private RestClient.Answer saveBasic(String value) {
        ObjectNode body = credentials();
        body.put("credentialsType", "MQTT_BASIC").put("credentialsValue", value);
        body.putNull("credentialsId");
        return admin.post("/api/device/credentials", body);
    }

    private AuthResult connect(String clientId, @Nullable String user, @Nullable String password)
            throws Exception {
        byte[] secret = password == null ? null : password.getBytes(StandardCharsets.UTF_8);
        ConnectCredentials presented =
                new ConnectCredentials(
                        clientId, user, secret, new InetSocketAddress("localhost", 1));
        return server.bean(DeviceAuthenticator.class)
                .authenticate(presented)
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS);
    }

    private static Refused refused(Refusal reason) {
        return new Refused(reason);
    }

    @Test
    void theAccessTokenAsUserNameIsAcceptedWithAnyPassword() throws Exception {
        String token = credentials().path("credentialsId").stringValue();

        AuthResult result = connect("any", token, "ignored");

        assertThat(result)
                .isInstanceOfSatisfying(
                        Accepted.class,
                        accepted -> {
                            assertThat(accepted.device().tenant()).isEqualTo(tenant);
                            assertThat(accepted.device().device()).isEqualTo(DeviceId.of(deviceId));
                            assertThat(accepted.device().name()).isEqualTo("A");
                            assertThat(accepted.device().profileName()).isEqualTo("pump");
                            assertThat(accepted.device().customer()).isNull();
                            assertThat(accepted.device().defaultRuleChain()).isNull();
                        });
    }

    @Test
    void theRefusalDependsOnTheCredentialsInConnect() throws Exception {
        assertThat(connect("c", unique, null))
                .isEqualTo(refused(Refusal.BAD_USER_NAME_OR_PASSWORD));
        assertThat(connect("c", unique, "p")).isEqualTo(refused(Refusal.BAD_USER_NAME_OR_PASSWORD));
        assertThat(connect("c", null, "p")).isEqualTo(refused(Refusal.BAD_USER_NAME_OR_PASSWORD));
        assertThat(connect(unique, null, null)).isEqualTo(refused(Refusal.IDENTIFIER_REJECTED));
        assertThat(connect("", null, null)).isEqualTo(refused(Refusal.NOT_AUTHORIZED));
        assertThat(connect("c", "x".repeat(10_000), null))
                .isEqualTo(refused(Refusal.BAD_USER_NAME_OR_PASSWORD));
    }

    @Test
    void aChangedTokenCountsAtOnce() throws Exception {
        String former = credentials().path("credentialsId").stringValue();
        assertThat(connect("c", former, null)).isInstanceOf(Accepted.class);
        assertThat(connect("c", unique, null)).isInstanceOf(Refused.class);

        admin.post("/api/device/credentials", credentials().put("credentialsId", unique))
                .expect(200);

        assertThat(connect("c", former, null)).isInstanceOf(Refused.class);
        assertThat(connect("c", unique, null)).isInstanceOf(Accepted.class);
    }

    @Test
    void aDeletedDeviceIsRefusedAtOnce() throws Exception {
        String token = credentials().path("credentialsId").stringValue();
        assertThat(connect("c", token, null)).isInstanceOf(Accepted.class);

        admin.delete("/api/device/" + deviceId).expect(200);

        assertThat(connect("c", token, null)).isInstanceOf(Refused.class);
    }

    @Test
    void aClientIdAloneSufficesWhereItIsAllThatIsAskedFor() throws Exception {
        saveBasic("{\"clientId\":\"%s\"}".formatted(unique)).expect(200);

        assertThat(connect(unique, null, null)).isInstanceOf(Accepted.class);
        assertThat(connect("other", null, null)).isEqualTo(refused(Refusal.IDENTIFIER_REJECTED));
    }

    @Test
    void aUserNameWithPasswordMustBothMatch() throws Exception {
        saveBasic("{\"userName\":\"%s\",\"password\":\"secret\"}".formatted(unique)).expect(200);

        assertThat(credentials().path("credentialsId").stringValue()).isEqualTo(unique);
        assertThat(connect("any", unique, "secret")).isInstanceOf(Accepted.class);
        assertThat(connect("any", unique, "wrong"))
                .isEqualTo(refused(Refusal.BAD_USER_NAME_OR_PASSWORD));
        assertThat(connect("any", unique, null))
                .isEqualTo(refused(Refusal.BAD_USER_NAME_OR_PASSWORD));
    }

    @Test
    void clientIdUserNameAndPasswordMustAllMatch() throws Exception {
        saveBasic(
                        "{\"clientId\":\"c1\",\"userName\":\"%s\",\"password\":\"secret\"}"
                                .formatted(unique))
                .expect(200);

        assertThat(connect("c1", unique, "secret")).isInstanceOf(Accepted.class);
        assertThat(connect("c2", unique, "secret")).isInstanceOf(Refused.class);
        assertThat(connect("c1", unique, "wrong")).isInstanceOf(Refused.class);
        assertThat(connect("c1", null, null)).isInstanceOf(Refused.class);
    }

    @Test
    void refusesCombinationsThatCannotWork() {
        saveBasic("{}").expectError(400, 31);
        saveBasic("{\"clientId\":\"c\",\"password\":\"p\"}").expectError(400, 31);
        saveBasic("no json").expectError(400, 31);
        saveBasic("[1]").expectError(400, 31);
        admin.post("/api/device/credentials", credentials().put("credentialsId", ""))
                .expectError(400, 31);
    }

    @Test
    void refusesUnsupportedTypesAndNamesTheSupportedOnes() {
        String message =
                admin.post(
                                "/api/device/credentials",
                                credentials().put("credentialsType", "X509_CERTIFICATE"))
                        .expectError(400, 31)
                        .text("/message");

        assertThat(message)
                .isEqualTo(
                        "credentialsType: X509_CERTIFICATE is not supported. Allowed: ACCESS_TOKEN, MQTT_BASIC");
    }

    @Test
    void refusesCredentialsThatAnotherDeviceHas() {
        String taken = credentials().path("credentialsId").stringValue();
        RestClient stranger = server.newTenantAdministrator();
        String id = stranger.post("/api/device", Map.of("name", "B")).text("/id/id");
        ObjectNode own =
                (ObjectNode) stranger.get("/api/device/" + id + "/credentials").expect(200).json();

        stranger.post("/api/device/credentials", own.put("credentialsId", taken))
                .expectError(400, 31);
    }

    @Test
    void anOlderVersionOfCredentialsIsAConflict() {
        ObjectNode credentials = credentials();
        admin.post("/api/device/credentials", credentials.put("credentialsId", unique)).expect(200);

        admin.post("/api/device/credentials", credentials).expectError(409, 35);
    }

    @Test
    void makesADeviceTogetherWithItsCredentials() throws Exception {
        String value = "{\"clientId\":\"\",\"userName\":\"" + unique + "\",\"password\":\"p\"}";
        admin.post(
                        "/api/device-with-credentials",
                        Map.of(
                                "device",
                                Map.of("name", "B"),
                                "credentials",
                                Map.of("credentialsType", "MQTT_BASIC", "credentialsValue", value)))
                .expect(200);

        assertThat(connect("c", unique, "p")).isInstanceOf(Accepted.class);
        admin.post("/api/device-with-credentials", Map.of("device", Map.of("name", "C")))
                .expectError(400, 31);
    }

    @Test
    void tellsOthersWhenCredentialsChangeAndWhenADeviceIsDeleted() {
        List<DeviceEvent> seen = new CopyOnWriteArrayList<>();
        server.context()
                .addApplicationListener(event -> {
                    if (event instanceof PayloadApplicationEvent<?> payload
                            && payload.getPayload() instanceof DeviceEvent deviceEvent
                            && deviceEvent.tenant().equals(tenant)) {
                        seen.add(deviceEvent);
                    }
                });

        admin.post("/api/device/credentials", credentials().put("credentialsId", unique))
                .expect(200);
        admin.delete("/api/device/" + deviceId).expect(200);

        assertThat(seen)
                .containsExactly(
                        new DeviceEvent.CredentialsChanged(tenant, DeviceId.of(deviceId)),
                        new DeviceEvent.Deleted(tenant, DeviceId.of(deviceId)));
    }

    @Test
    void theEngineSeesTheProfileOfADeviceAndItsChangesAtOnce() throws Exception {
        DeviceProfiles profiles = server.bean(DeviceProfiles.class);
        String profileId = device.at("/deviceProfileId/id").stringValue();
        ObjectNode profile =
                (ObjectNode) admin.get("/api/deviceProfile/" + profileId).expect(200).json();
        assertThat(profileOf(profiles).defaultQueue()).isNull();

        admin.post("/api/deviceProfile", profile.put("defaultQueueName", "HighPriority"))
                .expect(200);

        assertThat(profileOf(profiles).defaultQueue()).isEqualTo("HighPriority");
        assertThat(profileOf(profiles).name()).isEqualTo("pump");
        assertThat(profileOf(profiles).alarmRules()).isEqualTo(AlarmRules.NONE);
        assertThat(
                        profiles.of(server.newTenant(), DeviceId.of(deviceId))
                                .toCompletableFuture()
                                .get(20, TimeUnit.SECONDS))
                .isEmpty();
    }

    private DeviceProfiles.Profile profileOf(DeviceProfiles profiles) throws Exception {
        return profiles.of(tenant, DeviceId.of(deviceId))
                .toCompletableFuture()
                .get(20, TimeUnit.SECONDS)
                .orElseThrow();
    }
}
