// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.assetprofile;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class AssetProfilesIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private ObjectNode create(String name) {
        return (ObjectNode)
                admin.post("/api/assetProfile", Map.of("name", name)).expect(200).json();
    }

    private static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    private List<String> names(String query) {
        JsonNode names = admin.get("/api/assetProfile/names" + query).expect(200).json();
        return names.valueStream().map(n -> n.path("name").stringValue()).toList();
    }

    @Test
    void aTenantHasADefaultProfileFromTheStart() {
        JsonNode info = admin.get("/api/assetProfileInfo/default").expect(200).json();

        assertThat(info.propertyNames())
                .containsExactlyInAnyOrder("id", "name", "image", "defaultDashboardId", "tenantId");
        assertThat(info.path("name").stringValue()).isEqualTo("default");
        assertThat(admin.get("/api/assetProfileInfo/" + id(info)).expect(200).json())
                .isEqualTo(info);
        JsonNode profile = admin.get("/api/assetProfile/" + id(info)).expect(200).json();
        assertThat(profile.path("default").booleanValue()).isTrue();
    }

    @Test
    void aProfileHasExactlyTheShapeThatClientsKnow() {
        JsonNode profile =
                admin.post("/api/assetProfile", "{\"name\":\"hall\",\"description\":\"D\",\"x\":1}")
                        .expect(200)
                        .json();

        assertThat(profile.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "name",
                        "description",
                        "image",
                        "default",
                        "defaultRuleChainId",
                        "defaultDashboardId",
                        "defaultQueueName",
                        "defaultEdgeRuleChainId",
                        "externalId",
                        "version");
        assertThat(profile.at("/id/entityType").stringValue()).isEqualTo("ASSET_PROFILE");
        assertThat(profile.path("description").stringValue()).isEqualTo("D");
        assertThat(profile.path("default").booleanValue()).isFalse();
        assertThat(profile.path("version").longValue()).isEqualTo(1);
        assertThat(admin.get("/api/assetProfile/" + id(profile)).expect(200).json())
                .isEqualTo(profile);
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndRenamesTheTypeOfItsAssets() {
        ObjectNode profile = create("hall");
        String asset = admin.post("/api/asset", Map.of("name", "A", "type", "hall")).text("/id/id");
        String chain =
                admin.get("/api/ruleChains?pageSize=1&page=0").expect(200).text("/data/0/id/id");
        profile.put("name", "big hall").put("defaultQueueName", "HighPriority");
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", chain);

        JsonNode changed = admin.post("/api/assetProfile", profile).expect(200).json();

        assertThat(changed.at("/defaultRuleChainId/id").stringValue()).isEqualTo(chain);
        assertThat(changed.path("defaultQueueName").stringValue()).isEqualTo("HighPriority");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(admin.get("/api/asset/" + asset).text("/type")).isEqualTo("big hall");
        admin.post("/api/assetProfile", profile).expectError(409, 35);
    }

    @Test
    void refusesWhatTheTenantDoesNotHave() {
        ObjectNode profile = create("hall");

        assertThat(
                        admin.post(
                                        "/api/assetProfile",
                                        profile.deepCopy().put("defaultQueueName", "Nowhere"))
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("Asset profile is referencing to non-existent queue!");
        profile.putObject("defaultRuleChainId")
                .put("entityType", "RULE_CHAIN")
                .put("id", UUID.randomUUID().toString());
        assertThat(admin.post("/api/assetProfile", profile).expectError(400, 31).text("/message"))
                .startsWith("defaultRuleChainId:");
    }

    @Test
    void aNameIsUniqueInItsTenant() {
        ObjectNode profile = create("hall");

        admin.post("/api/assetProfile", Map.of("name", "hall")).expectError(400, 31);
        assertThat(
                        admin.post("/api/assetProfile", profile.put("name", "default"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("'default' exists");
        admin.post("/api/assetProfile", Map.of("description", "nameless")).expectError(400, 31);
        server.newTenantAdministrator()
                .post("/api/assetProfile", Map.of("name", "hall"))
                .expect(200);
    }

    @Test
    void anotherProfileCanBeTheDefault() {
        JsonNode former = admin.get("/api/assetProfileInfo/default").json();
        JsonNode profile = create("hall");

        JsonNode made =
                admin.send("POST", "/api/assetProfile/%s/default".formatted(id(profile)), null)
                        .expect(200)
                        .json();

        assertThat(made.path("default").booleanValue()).isTrue();
        assertThat(admin.get("/api/assetProfileInfo/default").text("/name")).isEqualTo("hall");
        assertThat(admin.get("/api/assetProfile/" + id(former)).text("/default"))
                .isEqualTo("false");
        assertThat(admin.post("/api/asset", Map.of("name", "A")).text("/type")).isEqualTo("hall");
    }

    @Test
    void aProfileThatIsDefaultOrInUseCannotBeDeleted() {
        String profile = id(create("hall"));
        String asset = admin.post("/api/asset", Map.of("name", "A", "type", "hall")).text("/id/id");

        admin.delete("/api/assetProfile/" + id(admin.get("/api/assetProfileInfo/default").json()))
                .expectError(400, 31);
        admin.delete("/api/assetProfile/" + profile).expectError(400, 31);
        admin.delete("/api/asset/" + asset).expect(200);
        assertThat(admin.delete("/api/assetProfile/" + profile).expect(200).body()).isEmpty();
        admin.get("/api/assetProfile/" + profile).expectError(404, 32);
    }

    @Test
    void whatAProfileRefersToCannotBeDeleted() {
        String chain = admin.post("/api/ruleChain", Map.of("name", "C")).text("/id/id");
        admin.post(
                        "/api/assetProfile",
                        Map.of("name", "hall", "defaultRuleChainId", Map.of("id", chain)))
                .expect(200);

        assertThat(admin.delete("/api/ruleChain/" + chain).expectError(400, 31).text("/message"))
                .isEqualTo("Asset profiles use the rule chain: hall");
    }

    @Test
    void listsProfilesAndTheirNames() {
        create("hall");
        create("yard");
        admin.post("/api/asset", Map.of("name", "A", "type", "yard")).expect(200);

        for (String list : List.of("/api/assetProfiles", "/api/assetProfileInfos")) {
            JsonNode page =
                    admin.get(list + "?pageSize=10&page=0&textSearch=HA").expect(200).json();
            assertThat(page.path("totalElements").intValue()).isEqualTo(1);
            assertThat(page.path("data").get(0).path("name").stringValue()).isEqualTo("hall");
        }
        assertThat(names("")).containsExactly("default", "hall", "yard");
        assertThat(names("?activeOnly=true")).containsExactly("yard");
        assertThat(admin.get("/api/assetProfile/names").text("/0/id/entityType"))
                .isEqualTo("ASSET_PROFILE");
    }

    @Test
    void aCustomersUserReadsProfilesAndChangesNone() {
        RestClient user = server.customerUser(tenant, server.newCustomer(tenant));
        JsonNode profile = create("hall");

        user.get("/api/assetProfile/" + id(profile)).expect(200);
        user.get("/api/assetProfileInfo/" + id(profile)).expect(200);
        user.get("/api/assetProfileInfos?pageSize=10&page=0").expect(200);
        user.get("/api/assetProfile/names").expect(200);
        user.get("/api/assetProfiles?pageSize=10&page=0").expectError(403, 20);
        user.post("/api/assetProfile", profile).expectError(403, 20);
        user.delete("/api/assetProfile/" + id(profile)).expectError(403, 20);
        user.send("POST", "/api/assetProfile/%s/default".formatted(id(profile)), null)
                .expectError(403, 20);
    }
}
