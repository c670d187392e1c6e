// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.provisioning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.server.platform.settings.ProvisioningSettings;
import io.millrace.server.registry.tenantprofile.ProfileAdministration;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import io.millrace.transport.device.DeviceRequests;
import io.millrace.transport.device.ProvisionRequest;
import io.millrace.transport.device.ProvisionRequest.WantedCredentials;
import io.millrace.transport.device.ProvisionResponse;
import io.millrace.transport.device.ProvisionResponse.Failed;
import io.millrace.transport.device.ProvisionResponse.NotFound;
import io.millrace.transport.device.ProvisionResponse.Provisioned;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ProvisioningIT {

    private static final WantedCredentials ANY_TOKEN = new WantedCredentials.AccessToken(null);

    private final RestServer server = RestServer.running();
    private final DeviceRequests requests = server.bean(DeviceRequests.class);
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private JsonNode profile(RestClient of, String strategy) {
        return of.post(
                        "/api/deviceProfile",
                        Map.of("name", "P " + UUID.randomUUID(), "provisionType", strategy))
                .expect(200)
                .json();
    }

    private static ProvisionRequest request(
            JsonNode profile, @Nullable String name, WantedCredentials credentials) {
        return new ProvisionRequest(
                name,
                profile.path("provisionDeviceKey").stringValue(),
                profile.at("/profileData/provisionConfiguration/provisionDeviceSecret")
                        .stringValue(),
                credentials,
                false);
    }

    private ProvisionResponse provision(ProvisionRequest request) {
        return provision(request, "127.0.0.1");
    }

    private ProvisionResponse provision(ProvisionRequest request, String address) {
        return requests.provision(request, new InetSocketAddress(address, 4711))
                .toCompletableFuture()
                .orTimeout(30, TimeUnit.SECONDS)
                .join();
    }

    private JsonNode device(String name) {
        return admin.get("/api/tenant/device?deviceName=" + name).expect(200).json();
    }

    private String stateOf(JsonNode device) {
        return admin.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE?keys=provisionState"
                                .formatted(device.at("/id/id").stringValue()))
                .expect(200)
                .text("/0/value");
    }

    private List<RuleMessage> messagesOf(JsonNode device) {
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message ->
                        message.originator()
                                .id()
                                .toString()
                                .equals(device.at("/id/id").stringValue()))
                .toList();
    }

    private static String token(ProvisionResponse response) {
        assertThat(response).isInstanceOf(Provisioned.class);
        return ((Provisioned) response).credentialsValue().stringValue();
    }

    private static String failure(ProvisionResponse response) {
        assertThat(response).isInstanceOf(Failed.class);
        return ((Failed) response).error();
    }

    @Test
    void wrongSecretsFromOneAddressAreLimited() {
        ProvisionRequest guess = new ProvisionRequest("A", "key", "guess", ANY_TOKEN, false);
        int limit = server.bean(ProvisioningSettings.class).guessesPerMinute();
        for (int i = 0; i < limit; i++) {
            assertThat(provision(guess, "192.0.2.9")).isInstanceOf(NotFound.class);
        }

        assertThat(failure(provision(guess, "192.0.2.9"))).contains("wait a minute");
        assertThat(provision(guess, "192.0.2.10")).isInstanceOf(NotFound.class);
    }

    @Test
    void aNewDeviceGetsAGeneratedTokenAndIsMarkedAsProvisioned() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");

        String token = token(provision(request(profile, "A", ANY_TOKEN)));

        JsonNode device = device("A");
        assertThat(token).matches("[A-Za-z0-9]{20}");
        assertThat(device.path("deviceProfileId")).isEqualTo(profile.path("id"));
        assertThat(
                        admin.get(
                                        "/api/device/%s/credentials"
                                                .formatted(device.at("/id/id").stringValue()))
                                .expect(200)
                                .text("/credentialsId"))
                .isEqualTo(token);
        assertThat(stateOf(device)).isEqualTo("provisioned");
        List<RuleMessage> messages = messagesOf(device);
        assertThat(messages)
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED", "PROVISION_SUCCESS");
        assertThat(messages)
                .allSatisfy(message ->
                        assertThat(message.metadata().get("tenantId"))
                                .isEqualTo(tenant.toString()));
        assertThat(messages.getLast().payload().text())
                .contains("\"deviceName\":\"A\"")
                .doesNotContain(
                        profile.at("/profileData/provisionConfiguration/provisionDeviceSecret")
                                .stringValue());
    }

    @Test
    void aDeviceWithoutANameGetsAGeneratedOne() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");

        token(provision(request(profile, null, ANY_TOKEN)));

        assertThat(
                        admin.get("/api/tenant/devices?pageSize=10&page=0")
                                .expect(200)
                                .text("/data/0/name"))
                .matches("[A-Za-z0-9]{20}");
    }

    @Test
    void aDeviceMayChooseItsCredentials() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");
        String own = UUID.randomUUID().toString();
        String user = UUID.randomUUID().toString();

        assertThat(token(provision(request(profile, "A", new WantedCredentials.AccessToken(own)))))
                .isEqualTo(own);
        Provisioned basic =
                (Provisioned)
                        provision(
                                request(
                                        profile,
                                        "B",
                                        new WantedCredentials.MqttBasic("client", user, "secret")));
        assertThat(basic.credentialsType()).isEqualTo("MQTT_BASIC");
        assertThat(basic.credentialsValue().path("clientId").stringValue()).isEqualTo("client");
        assertThat(basic.credentialsValue().path("userName").stringValue()).isEqualTo(user);
        assertThat(basic.credentialsValue().path("password").stringValue()).isEqualTo("secret");
    }

    @Test
    void aGatewayIsMarkedAsOne() {
        ProvisionRequest plain =
                request(profile(admin, "ALLOW_CREATE_NEW_DEVICES"), "G", ANY_TOKEN);

        token(provision(new ProvisionRequest("G", plain.key(), plain.secret(), ANY_TOKEN, true)));

        assertThat(device("G").at("/additionalInfo/gateway").booleanValue()).isTrue();
    }

    @Test
    void wrongKeysAndWrongSecretsGetTheSameAnswer() {
        ProvisionRequest right =
                request(profile(admin, "ALLOW_CREATE_NEW_DEVICES"), "A", ANY_TOKEN);

        ProvisionResponse wrongKey =
                provision(new ProvisionRequest("A", "no key", right.secret(), ANY_TOKEN, false));
        ProvisionResponse wrongSecret =
                provision(new ProvisionRequest("A", right.key(), "wrong", ANY_TOKEN, false));

        assertThat(wrongKey).isInstanceOf(NotFound.class).isEqualTo(wrongSecret);
        admin.get("/api/tenant/device?deviceName=A").expect(404);
    }

    @Test
    void aProfileThatIsNoLongerProvisionedIsNotFoundAtOnce() {
        ObjectNode profile = (ObjectNode) profile(admin, "ALLOW_CREATE_NEW_DEVICES");
        ProvisionRequest request = request(profile, "A", ANY_TOKEN);
        profile.put("provisionType", "DISABLED");
        ((ObjectNode) profile.path("profileData")).remove("provisionConfiguration");
        admin.post("/api/deviceProfile", profile).expect(200);

        assertThat(provision(request)).isInstanceOf(NotFound.class);
    }

    @Test
    void anExistingNameIsRefusedAndTheRuleChainHearsOfIt() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");
        JsonNode device = admin.post("/api/device", Map.of("name", "A")).expect(200).json();

        assertThat(failure(provision(request(profile, "A", ANY_TOKEN))))
                .isEqualTo("deviceName: a device 'A' exists already");

        assertThat(messagesOf(device))
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED", "PROVISION_FAILURE");
    }

    @Test
    void typesOfCredentialsThatAreNotAvailableAreNamed() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");

        assertThat(
                        failure(
                                provision(
                                        request(
                                                profile,
                                                "A",
                                                new WantedCredentials.Other("X509_CERTIFICATE")))))
                .contains("X509_CERTIFICATE is not available");
    }

    @Test
    void aRequestThatFailsStoresNothing() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");
        String token = token(provision(request(profile, "A", ANY_TOKEN)));

        assertThat(
                        failure(
                                provision(
                                        request(
                                                profile,
                                                "B",
                                                new WantedCredentials.AccessToken(token)))))
                .contains("another device has these credentials");
        assertThat(
                        failure(
                                provision(
                                        request(
                                                profile,
                                                "C",
                                                new WantedCredentials.MqttBasic(
                                                        null, null, null)))))
                .contains("must have a clientId or a userName");
        assertThat(failure(provision(request(profile, "<b>", ANY_TOKEN)))).contains("markup");

        assertThat(
                        admin.get("/api/tenant/devices?pageSize=10&page=0")
                                .expect(200)
                                .text("/totalElements"))
                .isEqualTo("1");
    }

    @Test
    void aTenantGetsNoMoreDevicesThanItsProfileAllows() {
        ProfileAdministration profiles = new ProfileAdministration(server.systemAdministrator());
        JsonNode limited =
                profiles.create(
                        "Profile " + UUID.randomUUID(), "{\"configuration\":{\"maxDevices\":1}}");
        RestClient other =
                server.tenantAdministrator(
                        TenantId.of(ProfileAdministration.id(profiles.newTenant(limited))));
        JsonNode profile = profile(other, "ALLOW_CREATE_NEW_DEVICES");
        token(provision(request(profile, "A", ANY_TOKEN)));

        assertThat(failure(provision(request(profile, "B", ANY_TOKEN)))).contains("maxDevices");
    }

    @Test
    void aDeviceThatExistsGetsItsOwnCredentials() {
        JsonNode profile = profile(admin, "CHECK_PRE_PROVISIONED_DEVICES");
        JsonNode device =
                admin.post(
                                "/api/device",
                                Map.of("name", "A", "deviceProfileId", profile.path("id")))
                        .expect(200)
                        .json();
        String stored =
                admin.get("/api/device/%s/credentials".formatted(device.at("/id/id").stringValue()))
                        .expect(200)
                        .text("/credentialsId");

        assertThat(token(provision(request(profile, "A", ANY_TOKEN)))).isEqualTo(stored);
        assertThat(token(provision(request(profile, "A", ANY_TOKEN)))).isEqualTo(stored);

        assertThat(stateOf(device)).isEqualTo("provisioned");
        assertThat(messagesOf(device))
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED", "PROVISION_SUCCESS", "PROVISION_SUCCESS");
    }

    @Test
    void aDeviceOfAnotherProfileOrStateIsRefused() {
        JsonNode profile = profile(admin, "CHECK_PRE_PROVISIONED_DEVICES");
        admin.post("/api/device", Map.of("name", "other")).expect(200);
        JsonNode blocked =
                admin.post(
                                "/api/device",
                                Map.of("name", "blocked", "deviceProfileId", profile.path("id")))
                        .expect(200)
                        .json();
        admin.post(
                        "/api/plugins/telemetry/DEVICE/%s/attributes/SERVER_SCOPE"
                                .formatted(blocked.at("/id/id").stringValue()),
                        Map.of("provisionState", "blocked"))
                .expect(200);

        assertThat(failure(provision(request(profile, "other", ANY_TOKEN))))
                .contains("the profile has no device 'other'");
        assertThat(failure(provision(request(profile, "missing", ANY_TOKEN))))
                .contains("the profile has no device 'missing'");
        assertThat(failure(provision(request(profile, null, ANY_TOKEN))))
                .contains("must be the name of a device");
        assertThat(failure(provision(request(profile, "blocked", ANY_TOKEN))))
                .contains("server attribute provisionState");
        assertThat(messagesOf(blocked))
                .extracting(RuleMessage::type)
                .contains("PROVISION_FAILURE")
                .doesNotContain("PROVISION_SUCCESS");
    }

    @Test
    void ofParallelRequestsForOneNameOneSucceeds() {
        JsonNode profile = profile(admin, "ALLOW_CREATE_NEW_DEVICES");

        List<ProvisionResponse> answers =
                IntStream.range(0, 20)
                        .mapToObj(_ ->
                                requests.provision(
                                        request(profile, "A", ANY_TOKEN),
                                        new InetSocketAddress("127.0.0.1", 4711)))
                        .map(stage -> stage.toCompletableFuture().orTimeout(30, TimeUnit.SECONDS))
                        .toList()
                        .stream()
                        .map(CompletableFuture::join)
                        .toList();

        assertThat(answers).filteredOn(Provisioned.class::isInstance).hasSize(1);
        assertThat(answers)
                .filteredOn(Failed.class::isInstance)
                .hasSize(19)
                .allSatisfy(answer ->
                        assertThat(failure(answer))
                                .isEqualTo("deviceName: a device 'A' exists already"));
        assertThat(messagesOf(device("A")))
                .filteredOn(message -> message.type().equals("ENTITY_CREATED"))
                .hasSize(1);
    }

    @Test
    void secretsAreInNoText() {
        ProvisionRequest request =
                request(profile(admin, "ALLOW_CREATE_NEW_DEVICES"), "A", ANY_TOKEN);

        assertThat(request.toString()).doesNotContain(request.secret());
        assertThat(
                        server.bean(ProvisioningProfiles.class)
                                .find(request.key())
                                .orElseThrow()
                                .toString())
                .doesNotContain(request.secret());
        assertThatThrownBy(() -> ProvisionRequest.of("{}".getBytes()))
                .hasMessageContaining("provisionDeviceKey is missing");
    }
}
