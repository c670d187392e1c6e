// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.asset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.tenantprofile.ProfileAdministration;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class AssetsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private ObjectNode create(String name) {
        return (ObjectNode) admin.post("/api/asset", Map.of("name", name)).expect(200).json();
    }

    private ObjectNode create(String name, String type) {
        return (ObjectNode)
                admin.post("/api/asset", Map.of("name", name, "type", type)).expect(200).json();
    }

    private static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    private List<String> names(String query) {
        JsonNode page = admin.get("/api/tenant/assets?" + query).expect(200).json();
        return page.path("data").valueStream().map(a -> a.path("name").stringValue()).toList();
    }

    private JsonNode assign(JsonNode asset, CustomerId customer) {
        String path = "/api/customer/%s/asset/%s".formatted(customer, id(asset));
        return admin.send("POST", path, null).expect(200).json();
    }

    @Test
    void anAssetHasExactlyTheShapeThatClientsKnow() {
        JsonNode asset =
                admin.post(
                                "/api/asset",
                                """
                                {"name":"Hall 1","label":"first","additionalInfo":{"floors":2},"unknown":1}
                                """)
                        .expect(200)
                        .json();

        assertThat(asset.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "customerId",
                        "name",
                        "type",
                        "label",
                        "assetProfileId",
                        "externalId",
                        "version",
                        "additionalInfo");
        assertThat(asset.at("/id/entityType").stringValue()).isEqualTo("ASSET");
        assertThat(asset.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(asset.at("/customerId/id").stringValue())
                .isEqualTo("13814000-1dd2-11b2-8080-808080808080");
        assertThat(asset.at("/assetProfileId/entityType").stringValue()).isEqualTo("ASSET_PROFILE");
        assertThat(asset.path("type").stringValue()).isEqualTo("default");
        assertThat(asset.path("label").stringValue()).isEqualTo("first");
        assertThat(asset.path("externalId").isNull()).isTrue();
        assertThat(asset.path("version").longValue()).isEqualTo(1);
        assertThat(asset.at("/additionalInfo/floors").intValue()).isEqualTo(2);
        assertThat(admin.get("/api/asset/" + id(asset)).expect(200).json()).isEqualTo(asset);
    }

    @Test
    void makesTheProfileThatATypeNamesWhereItIsMissing() {
        JsonNode first = create("A", "hall");
        JsonNode second = create("B", "hall");

        assertThat(first.path("type").stringValue()).isEqualTo("hall");
        assertThat(second.path("assetProfileId")).isEqualTo(first.path("assetProfileId"));
        String profile = first.at("/assetProfileId/id").stringValue();
        assertThat(admin.get("/api/assetProfile/" + profile).expect(200).text("/name"))
                .isEqualTo("hall");
    }

    @Test
    void aProfileCountsMoreThanAType() {
        JsonNode hall = create("A", "hall");

        JsonNode asset =
                admin.post(
                                "/api/asset",
                                Map.of(
                                        "name",
                                        "B",
                                        "type",
                                        "ignored",
                                        "assetProfileId",
                                        hall.path("assetProfileId")))
                        .expect(200)
                        .json();

        assertThat(asset.path("type").stringValue()).isEqualTo("hall");
        assertThat(admin.get("/api/assetProfiles?pageSize=10&page=0").text("/totalElements"))
                .isEqualTo("2");
    }

    @Test
    void aNameIsUniqueInItsTenantAndFreeInOthers() {
        create("A");
        ObjectNode other = create("B");

        assertThat(
                        admin.post("/api/asset", Map.of("name", "A"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("'A' exists");
        admin.post("/api/asset", other.put("name", "A")).expectError(400, 31);
        server.newTenantAdministrator().post("/api/asset", Map.of("name", "A")).expect(200);
    }

    @Test
    void refusesWhatCannotBeAsItIs() {
        CustomerId foreign = server.newCustomer(server.newTenant());
        String foreignProfile =
                server.newTenantAdministrator().get("/api/assetProfileInfo/default").text("/id/id");
        for (String body :
                List.of(
                        "{}",
                        "{\"name\":\" \"}",
                        "{\"name\":\"<script>alert(1)</script>\"}",
                        "{\"name\":\"" + "x".repeat(256) + "\"}",
                        "{\"name\":\"A\",\"label\":\"<img src=x>\"}",
                        "{\"name\":\"A\",\"assetProfileId\":{\"entityType\":\"DEVICE_PROFILE\",\"id\":\"%s\"}}"
                                .formatted(foreignProfile),
                        "{\"name\":\"A\",\"customerId\":{\"entityType\":\"CUSTOMER\",\"id\":\"%s\"}}"
                                .formatted(foreign))) {
            admin.post("/api/asset", body).expectError(400, 31);
        }
        admin.post(
                        "/api/asset",
                        "{\"name\":\"A\",\"assetProfileId\":{\"entityType\":\"ASSET_PROFILE\",\"id\":\"%s\"}}"
                                .formatted(foreignProfile))
                .expectError(404, 32);
        assertThat(names("pageSize=10&page=0")).isEmpty();
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndCountsTheVersion() {
        ObjectNode asset = create("A");
        asset.put("name", "B").put("label", "renamed");

        JsonNode changed = admin.post("/api/asset", asset).expect(200).json();

        assertThat(changed.path("id")).isEqualTo(asset.path("id"));
        assertThat(changed.path("name").stringValue()).isEqualTo("B");
        assertThat(changed.path("label").stringValue()).isEqualTo("renamed");
        assertThat(changed.path("assetProfileId")).isEqualTo(asset.path("assetProfileId"));
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        admin.post("/api/asset", asset).expectError(409, 35);
        asset.remove("version");
        admin.post("/api/asset", asset).expect(200);
        asset.putObject("id").put("entityType", "ASSET").put("id", UUID.randomUUID().toString());
        admin.post("/api/asset", asset).expectError(404, 32);
    }

    @Test
    void aDeletedAssetIsGone() {
        JsonNode asset = create("A");

        assertThat(admin.delete("/api/asset/" + id(asset)).expect(200).body()).isEmpty();

        admin.get("/api/asset/" + id(asset)).expectError(404, 32);
        admin.get("/api/asset/info/" + id(asset)).expectError(404, 32);
        admin.delete("/api/asset/" + id(asset)).expectError(404, 32);
        create("A");
    }

    @Test
    void findsAssetsByNameOrIds() {
        JsonNode first = create("Hall 1");
        JsonNode second = create("Hall 2");
        create("Hall 3");

        assertThat(admin.get("/api/tenant/assets?assetName=Hall%201").expect(200).json())
                .isEqualTo(first);
        admin.get("/api/tenant/assets?assetName=hall%201").expectError(404, 32);
        JsonNode some =
                admin.get(
                                "/api/assets?assetIds=%s,%s,%s"
                                        .formatted(id(second), id(first), UUID.randomUUID()))
                        .expect(200)
                        .json();
        assertThat(some.valueStream()).containsExactly(first, second);
        admin.get("/api/assets?assetIds=x").expectError(400, 31);
    }

    @Test
    void listsAssetsByPages() {
        create("Hall 1", "hall");
        create("Hall 2", "hall");
        create("Yard");

        assertThat(names("pageSize=2&page=0&sortProperty=name&sortOrder=DESC"))
                .containsExactly("Yard", "Hall 2");
        assertThat(names("pageSize=2&page=1&sortProperty=name&sortOrder=DESC"))
                .containsExactly("Hall 1");
        assertThat(names("pageSize=10&page=0&textSearch=YARD")).containsExactly("Yard");
        assertThat(names("pageSize=10&page=0&type=hall")).containsExactly("Hall 1", "Hall 2");
        assertThat(names("pageSize=10&page=0&type=")).hasSize(3);
        admin.get("/api/tenant/assets?pageSize=0&page=0").expectError(400, 31);
        admin.get("/api/tenant/assets?pageSize=1&page=0&sortProperty=x").expectError(400, 31);
    }

    @Test
    void anInfoHasTheNamesAroundTheAsset() {
        CustomerId customer = server.newCustomer(tenant);
        JsonNode asset = assign(create("A", "hall"), customer);
        create("B");

        JsonNode info = admin.get("/api/asset/info/" + id(asset)).expect(200).json();

        assertThat(info.path("id")).isEqualTo(asset.path("id"));
        assertThat(info.path("customerTitle").stringValue()).startsWith("Customer");
        assertThat(info.path("customerIsPublic").booleanValue()).isFalse();
        assertThat(info.path("assetProfileName").stringValue()).isEqualTo("hall");
        JsonNode page =
                admin.get(
                                "/api/tenant/assetInfos?pageSize=10&page=0&assetProfileId="
                                        + asset.at("/assetProfileId/id").stringValue())
                        .expect(200)
                        .json();
        assertThat(page.path("data").valueStream()).containsExactly(info);
    }

    @Test
    void namesTheTypesThatAssetsHave() {
        CustomerId customer = server.newCustomer(tenant);
        create("A", "yard");
        assign(create("B", "hall"), customer);

        JsonNode types = admin.get("/api/asset/types").expect(200).json();

        assertThat(types.valueStream().map(t -> t.path("type").stringValue()))
                .containsExactly("hall", "yard");
        assertThat(types.at("/0/entityType").stringValue()).isEqualTo("ASSET");
        assertThat(types.at("/0/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        JsonNode ofCustomer =
                server.customerUser(tenant, customer).get("/api/asset/types").expect(200).json();
        assertThat(ofCustomer.valueStream().map(t -> t.path("type").stringValue()))
                .containsExactly("hall");
    }

    @Test
    void anAssignedAssetIsItsCustomersUntilItIsTakenAway() {
        CustomerId customer = server.newCustomer(tenant);
        CustomerId other = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        JsonNode asset = create("A");
        user.get("/api/asset/" + id(asset)).expectError(403, 20);

        JsonNode assigned = assign(asset, customer);

        assertThat(assigned.at("/customerId/id").stringValue()).isEqualTo(customer.toString());
        assertThat(user.get("/api/asset/" + id(asset)).expect(200).json()).isEqualTo(assigned);
        assign(asset, other);
        user.get("/api/asset/" + id(asset)).expectError(403, 20);
        String path = "/api/customer/asset/" + id(asset);
        assertThat(admin.delete(path).expect(200).text("/customerId/id"))
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        admin.delete(path).expectError(400, 31);
        admin.send("POST", "/api/customer/public/asset/" + id(asset), null).expectError(400, 31);
        admin.send(
                        "POST",
                        "/api/customer/%s/asset/%s".formatted(UUID.randomUUID(), id(asset)),
                        null)
                .expectError(404, 32);
    }

    @Test
    void listsTheAssetsOfACustomer() {
        CustomerId customer = server.newCustomer(tenant);
        CustomerId other = server.newCustomer(tenant);
        assign(create("A", "hall"), customer);
        assign(create("B", "yard"), customer);
        assign(create("C", "hall"), other);
        RestClient user = server.customerUser(tenant, customer);

        String lists = "/api/customer/" + customer;
        assertThat(user.get(lists + "/assets?pageSize=10&page=0").expect(200).json().at("/data"))
                .extracting(a -> a.path("name").stringValue())
                .containsExactly("A", "B");
        JsonNode infos = user.get(lists + "/assetInfos?pageSize=10&page=0&type=yard").json();
        assertThat(infos.path("totalElements").intValue()).isEqualTo(1);
        assertThat(infos.at("/data/0/assetProfileName").stringValue()).isEqualTo("yard");
        user.get("/api/customer/%s/assets?pageSize=10&page=0".formatted(other))
                .expectError(403, 20);
    }

    @Test
    void aCustomerUserChangesWhatIsAssignedAndNothingElse() {
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        JsonNode other = create("other");
        ObjectNode own = (ObjectNode) assign(create("own"), customer);

        user.post("/api/asset", own.put("label", "mine")).expect(200);
        own.remove("version");
        own.putObject("customerId")
                .put("entityType", "CUSTOMER")
                .put("id", IdJson.NO_CUSTOMER.toString());
        user.post("/api/asset", own).expectError(403, 20);
        user.post("/api/asset", other).expectError(403, 20);
        user.post("/api/asset", Map.of("name", "new")).expectError(403, 20);
        user.delete("/api/asset/" + id(own)).expectError(403, 20);
        user.delete("/api/customer/asset/" + id(own)).expectError(403, 20);
        user.get("/api/tenant/assets?pageSize=10&page=0").expectError(403, 20);
        assertThat(
                        user.get("/api/assets?assetIds=%s,%s".formatted(id(own), id(other)))
                                .expect(200)
                                .json()
                                .valueStream()
                                .map(AssetsIT::id))
                .containsExactly(id(own));
    }

    @Test
    void assetsOfADeletedCustomerStay() {
        JsonNode customer = admin.post("/api/customer", Map.of("title", "Mill")).expect(200).json();
        JsonNode asset = assign(create("A"), CustomerId.of(id(customer)));

        admin.delete("/api/customer/" + id(customer)).expect(200);

        JsonNode left = admin.get("/api/asset/" + id(asset)).expect(200).json();
        assertThat(left.at("/customerId/id").stringValue())
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        assertThat(left.path("version").longValue()).isEqualTo(3);
    }

    @Test
    void aTenantMayHaveAsManyAssetsAsItsProfileSays() {
        ProfileAdministration profiles = new ProfileAdministration(server.systemAdministrator());
        JsonNode profile =
                profiles.create(
                        "Profile " + UUID.randomUUID(), "{\"configuration\":{\"maxAssets\":1}}");
        RestClient limited =
                server.tenantAdministrator(TenantId.of(id(profiles.newTenant(profile))));
        limited.post("/api/asset", Map.of("name", "A")).expect(200);

        assertThat(
                        limited.post("/api/asset", Map.of("name", "B"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("maxAssets", "1 assets");
    }

    @Test
    void theSchemaItselfKeepsAnAssetFromAnotherTenantsProfile() {
        JsonNode asset = create("A");
        JsonNode foreign =
                server.newTenantAdministrator().get("/api/assetProfileInfo/default").json();

        assertThatThrownBy(() ->
                        server.bean(JdbcClient.class)
                                .sql("update asset set asset_profile_id = ? where id = ?")
                                .params(UUID.fromString(id(foreign)), UUID.fromString(id(asset)))
                                .update())
                .hasMessageContaining("asset_profile_fkey");
    }
}
