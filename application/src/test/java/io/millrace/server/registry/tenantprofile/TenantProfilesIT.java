// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import static io.millrace.server.registry.tenantprofile.ProfileAdministration.body;
import static io.millrace.server.registry.tenantprofile.ProfileAdministration.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TenantProfilesIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final ProfileAdministration profiles = new ProfileAdministration(admin);
    private final String name = "Profile " + UUID.randomUUID();

    private String refusalOf(String configuration) {
        return admin.post(
                        "/api/tenantProfile",
                        body(name, false, "{\"configuration\":%s}".formatted(configuration)))
                .expectError(400, 31)
                .text("/message");
    }

    private List<String> defaults() {
        return admin.get("/api/tenantProfiles?pageSize=1000&page=0")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .filter(profile -> profile.path("default").booleanValue())
                .map(ProfileAdministration::id)
                .toList();
    }

    @ParameterizedTest
    @CsvSource({
        "transportDeviceMsgRateLimit, 10, 'must be entries of capacity:seconds, separated by commas'",
        "transportTenantMsgRateLimit, '10:1,20:1', 'has two entries for 1 seconds; only one is allowed'",
        "transportGatewayTelemetryDataPointsRateLimit, 0:1, 'the capacity of the entry'"
    })
    void refusesARateLimitThatCannotBeAndSaysWhy(String key, String limit, String reason) {
        assertThat(refusalOf("{\"%s\":\"%s\"}".formatted(key, limit)))
                .startsWith("profileData.configuration." + key + ": " + reason);
    }

    @Test
    void anInstallationHasADefaultProfileFromTheStart() {
        JsonNode info = admin.get("/api/tenantProfileInfo/default").expect(200).json();

        assertThat(info.propertyNames()).containsExactlyInAnyOrder("id", "name");
        assertThat(info.at("/id/entityType").stringValue()).isEqualTo("TENANT_PROFILE");
        JsonNode profile = admin.get("/api/tenantProfile/" + id(info)).expect(200).json();
        assertThat(profile.path("default").booleanValue()).isTrue();
        assertThat(profile.path("isolatedTbRuleEngine").booleanValue()).isFalse();
        assertThat(profile.at("/profileData/configuration/maxDebugModeDurationMinutes").intValue())
                .isEqualTo(15);
        assertThat(UUID.fromString(id(info)).version()).isEqualTo(7);
        assertThat(defaults()).containsExactly(id(info));
    }

    @Test
    void aProfileHasExactlyTheShapeThatClientsKnow() {
        JsonNode profile =
                admin.post("/api/tenantProfile", Map.of("name", name)).expect(200).json();

        assertThat(profile.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "name",
                        "description",
                        "default",
                        "isolatedTbRuleEngine",
                        "profileData",
                        "version");
        assertThat(profile.at("/profileData/configuration/type").stringValue())
                .isEqualTo("DEFAULT");
        assertThat(profile.path("profileData").has("queueConfiguration")).isTrue();
        assertThat(admin.get("/api/tenantProfile/" + id(profile)).expect(200).json())
                .isEqualTo(profile);
        assertThat(admin.get("/api/tenantProfileInfo/" + id(profile)).expect(200).text("/name"))
                .isEqualTo(name);
    }

    @Test
    void keysThatAreNotKnownAreGivenBackAsTheyCame() {
        JsonNode profile =
                profiles.create(
                        name,
                        """
                        {"configuration":{"type":"DEFAULT","maxAssets":7,"warnThreshold":0.8,"smsEnabled":true,
                         "transportTenantMsgRateLimit":"10:1","maxRuleChains":null,"weight":2.5},"other":[1]}
                        """);

        JsonNode configuration = profile.at("/profileData/configuration");
        assertThat(configuration.path("maxAssets").intValue()).isEqualTo(7);
        assertThat(configuration.path("warnThreshold").doubleValue()).isEqualTo(0.8);
        assertThat(configuration.path("smsEnabled").booleanValue()).isTrue();
        assertThat(configuration.path("transportTenantMsgRateLimit").stringValue())
                .isEqualTo("10:1");
        assertThat(configuration.path("weight").doubleValue()).isEqualTo(2.5);
        assertThat(profile.at("/profileData/other/0").intValue()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({
        "maxDevices,    -1",
        "maxDevices,    1.5",
        "maxDevices,    '\"many\"'",
        "maxRuleChains, -5",
        "maxUsers,      99999999999999999999",
        "weight,        0",
        "weight,        -1",
        "weight,        100.5",
        "weight,        '\"heavy\"'",
        "defaultStorageTtlDays, -1",
        "defaultStorageTtlDays, 1.5",
        "alarmsTtlDays, 1.5",
        "defaultStorageTtlDays, 36501",
        "defaultStorageTtlDays, '\"ten\"'",
        "transportTenantMsgRateLimit, 10",
        "type,          '\"OTHER\"'"
    })
    void refusesANumberThatCannotBeAndNamesIt(String key, String value) {
        assertThat(refusalOf("{\"%s\":%s}".formatted(key, value)))
                .startsWith("profileData.configuration.%s: expected".formatted(key))
                .contains("got");
    }

    @Test
    void refusesDataThatIsNoObject() {
        assertThat(refusalOf("[]")).startsWith("profileData.configuration: expected a JSON object");
        admin.post("/api/tenantProfile", body(name, false, "5")).expectError(400, 31);
    }

    @Test
    void aNameIsNeededAndUnique() {
        ObjectNode profile = profiles.create(name, "{}");
        String other =
                id(
                        admin.post("/api/tenantProfile", Map.of("name", name + " 2"))
                                .expect(200)
                                .json());

        admin.post("/api/tenantProfile", Map.of("name", name)).expectError(400, 31);
        admin.post("/api/tenantProfile", Map.of("description", "nameless")).expectError(400, 31);
        profile.put("name", name + " 2");
        assertThat(admin.post("/api/tenantProfile", profile).expectError(400, 31).text("/message"))
                .startsWith("name:");
        assertThat(admin.get("/api/tenantProfile/" + other).expect(200).text("/version"))
                .isEqualTo("1");
    }

    @Test
    void aChangeIsRefusedIfAnotherRequestHasChangedTheProfile() {
        ObjectNode profile = profiles.create(name, "{}");
        profile.put("description", "first");

        assertThat(admin.post("/api/tenantProfile", profile).expect(200).text("/version"))
                .isEqualTo("2");
        admin.post("/api/tenantProfile", profile).expectError(409, 35);
        profile.putNull("version");
        assertThat(admin.post("/api/tenantProfile", profile).expect(200).text("/version"))
                .isEqualTo("3");
    }

    @Test
    void thereIsExactlyOneDefaultProfileHoweverManyAreMadeItAtOnce() {
        String former = defaults().getFirst();
        List<String> ids =
                Stream.of(1, 2, 3, 4)
                        .map(i ->
                                id(
                                        admin.post("/api/tenantProfile", Map.of("name", name + i))
                                                .expect(200)
                                                .json()))
                        .toList();

        List<CompletableFuture<Integer>> answers =
                ids.stream()
                        .map(id ->
                                CompletableFuture.supplyAsync(() ->
                                        admin.post("/api/tenantProfile/" + id + "/default", "")
                                                .status()))
                        .toList();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.join()).isEqualTo(200));
        assertThat(defaults()).hasSize(1).allMatch(ids::contains);
        admin.post("/api/tenantProfile/" + former + "/default", "").expect(200);
        assertThat(defaults()).containsExactly(former);
        admin.post("/api/tenantProfile/" + UUID.randomUUID() + "/default", "").expectError(404, 32);
    }

    @Test
    void neitherTheDefaultProfileNorOneInUseCanBeDeleted() {
        ObjectNode profile = profiles.create(name, "{}");
        JsonNode tenant = profiles.newTenant(profile);

        assertThat(
                        admin.delete("/api/tenantProfile/" + id(profile))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("tenants have it");
        assertThat(
                        admin.delete("/api/tenantProfile/" + defaults().getFirst())
                                .expectError(400, 31)
                                .text("/message"))
                .contains("default");

        admin.delete("/api/tenant/" + id(tenant)).expect(200);
        admin.delete("/api/tenantProfile/" + id(profile)).expect(200);
        admin.get("/api/tenantProfile/" + id(profile)).expectError(404, 32);
        admin.delete("/api/tenantProfile/" + id(profile)).expectError(404, 32);
    }

    @Test
    void listsProfilesByPageAndById() {
        ObjectNode profile = profiles.create(name, "{}");

        for (String list : List.of("/api/tenantProfiles", "/api/tenantProfileInfos")) {
            JsonNode page =
                    admin.get(
                                    "%s?pageSize=10&page=0&sortProperty=name&textSearch=%s"
                                            .formatted(
                                                    list,
                                                    name.toUpperCase(java.util.Locale.ROOT)
                                                            .replace(" ", "%20")))
                            .expect(200)
                            .json();
            assertThat(page.path("totalElements").intValue()).isEqualTo(1);
            assertThat(page.at("/data/0/name").stringValue()).isEqualTo(name);
        }
        JsonNode byId =
                admin.get("/api/tenantProfiles?ids=%s,%s".formatted(id(profile), UUID.randomUUID()))
                        .expect(200)
                        .json();
        assertThat(byId.valueStream().map(ProfileAdministration::id)).containsExactly(id(profile));
    }
}
