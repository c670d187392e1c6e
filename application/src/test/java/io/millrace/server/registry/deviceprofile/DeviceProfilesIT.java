// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.deviceprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DeviceProfilesIT {

    private final RestClient admin = RestServer.running().newTenantAdministrator();

    private ObjectNode create(String name) {
        return (ObjectNode)
                admin.post("/api/deviceProfile", Map.of("name", name)).expect(200).json();
    }

    @Test
    void aTenantHasADefaultProfileFromTheStart() {
        JsonNode info = admin.get("/api/deviceProfileInfo/default").expect(200).json();

        assertThat(info.path("name").stringValue()).isEqualTo("default");
        assertThat(info.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "name",
                        "image",
                        "defaultDashboardId",
                        "type",
                        "transportType",
                        "tenantId");
        JsonNode profile =
                admin.get("/api/deviceProfile/" + info.at("/id/id").stringValue())
                        .expect(200)
                        .json();
        assertThat(profile.path("default").booleanValue()).isTrue();
    }

    @Test
    void aProfileHasExactlyTheShapeThatClientsKnow() {
        JsonNode profile = create("pump");

        assertThat(profile.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "name",
                        "description",
                        "image",
                        "default",
                        "type",
                        "transportType",
                        "provisionType",
                        "defaultRuleChainId",
                        "defaultDashboardId",
                        "defaultQueueName",
                        "profileData",
                        "provisionDeviceKey",
                        "firmwareId",
                        "softwareId",
                        "defaultEdgeRuleChainId",
                        "externalId",
                        "version");
        assertThat(profile.path("type").stringValue()).isEqualTo("DEFAULT");
        assertThat(profile.at("/profileData/transportConfiguration/type").stringValue())
                .isEqualTo("DEFAULT");
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndRenamesTheTypeOfItsDevices() {
        ObjectNode profile = create("pump");
        String device =
                admin.post("/api/device", Map.of("name", "A", "type", "pump")).text("/id/id");
        String chain =
                admin.get("/api/ruleChains?pageSize=1&page=0").expect(200).text("/data/0/id/id");
        profile.put("name", "water pump").put("defaultQueueName", "HighPriority");
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);
        ((ObjectNode) profile.path("profileData")).put("extra", 5);

        JsonNode changed = admin.post("/api/deviceProfile", profile).expect(200).json();

        assertThat(changed.at("/defaultRuleChainId/id").stringValue()).isEqualTo(chain);
        assertThat(changed.at("/profileData/extra").intValue()).isEqualTo(5);
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(admin.get("/api/device/" + device).text("/type")).isEqualTo("water pump");
        admin.post("/api/deviceProfile", profile).expectError(409, 35);
    }

    @Test
    void refusesARuleChainThatTheTenantDoesNotHave() {
        String foreign =
                RestServer.running()
                        .newTenantAdministrator()
                        .get("/api/ruleChains?pageSize=1&page=0")
                        .expect(200)
                        .text("/data/0/id/id");
        ObjectNode profile = create("pump");
        for (String chain : List.of(foreign, UUID.randomUUID().toString())) {
            profile.putObject("defaultRuleChainId")
                    .put("entityType", "RULE_CHAIN")
                    .put("id", chain);

            String message =
                    admin.post("/api/deviceProfile", profile).expectError(400, 31).text("/message");

            assertThat(message).contains("defaultRuleChainId");
        }
    }

    @Test
    void aNameIsUniqueInItsTenant() {
        ObjectNode profile = create("pump");

        admin.post("/api/deviceProfile", Map.of("name", "pump")).expectError(400, 31);
        admin.post("/api/deviceProfile", profile.put("name", "default")).expectError(400, 31);
        admin.post("/api/deviceProfile", Map.of("description", "nameless")).expectError(400, 31);
        admin.post("/api/deviceProfile", "{\"name\":\"x\",\"profileData\":[]}")
                .expectError(400, 31);
    }

    @Test
    void listsProfiles() {
        create("pump");

        for (String list : List.of("/api/deviceProfiles", "/api/deviceProfileInfos")) {
            JsonNode page =
                    admin.get(list + "?pageSize=10&page=0&textSearch=PU").expect(200).json();
            assertThat(page.path("totalElements").intValue()).isEqualTo(1);
            assertThat(page.path("data").get(0).path("name").stringValue()).isEqualTo("pump");
        }
    }

    @Test
    void anotherProfileCanBeTheDefault() {
        String former = admin.get("/api/deviceProfileInfo/default").text("/id/id");
        String profile = create("pump").at("/id/id").stringValue();

        JsonNode made =
                admin.send("POST", "/api/deviceProfile/%s/default".formatted(profile), null)
                        .expect(200)
                        .json();

        assertThat(made.path("default").booleanValue()).isTrue();
        assertThat(admin.get("/api/deviceProfileInfo/default").text("/name")).isEqualTo("pump");
        assertThat(admin.get("/api/deviceProfile/" + former).text("/default")).isEqualTo("false");
        assertThat(admin.post("/api/device", Map.of("name", "A")).text("/type")).isEqualTo("pump");
    }

    @Test
    void aProfileThatIsDefaultOrInUseCannotBeDeleted() {
        String profile = create("pump").at("/id/id").stringValue();
        String device =
                admin.post("/api/device", Map.of("name", "A", "type", "pump")).text("/id/id");

        admin.delete(
                        "/api/deviceProfile/"
                                + admin.get("/api/deviceProfileInfo/default").text("/id/id"))
                .expectError(400, 31);
        admin.delete("/api/deviceProfile/" + profile).expectError(400, 31);
        admin.delete("/api/device/" + device).expect(200);
        assertThat(admin.delete("/api/deviceProfile/" + profile).expect(200).body()).isEmpty();
        admin.get("/api/deviceProfile/" + profile).expectError(404, 32);
    }

    @Test
    void listsProfilesByTransport() {
        String list = "/api/deviceProfileInfos?pageSize=10&page=0&transportType=";

        assertThat(admin.get(list + "DEFAULT").expect(200).text("/totalElements")).isEqualTo("1");
        assertThat(admin.get(list).expect(200).text("/totalElements")).isEqualTo("1");
        assertThat(admin.get(list + "COAP").expect(200).text("/totalElements")).isEqualTo("0");
        admin.get(list + "PIGEON").expectError(400, 31);
    }

    @Test
    void listsTheNamesOfProfiles() {
        create("pump");
        create("fan");
        admin.post("/api/device", Map.of("name", "A", "type", "fan")).expect(200);

        assertThat(admin.get("/api/deviceProfile/names").expect(200).json().valueStream())
                .extracting(name -> name.path("name").stringValue())
                .containsExactly("default", "fan", "pump");
        JsonNode active = admin.get("/api/deviceProfile/names?activeOnly=true").expect(200).json();
        assertThat(active.valueStream())
                .extracting(name -> name.path("name").stringValue())
                .containsExactly("fan");
        assertThat(active.at("/0/id/entityType").stringValue()).isEqualTo("DEVICE_PROFILE");
    }
}
