// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class DevicesIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private JsonNode create(String name) {
        return admin.post("/api/device", Map.of("name", name)).expect(200).json();
    }

    private static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    private String token(JsonNode device) {
        return admin.get("/api/device/" + id(device) + "/credentials")
                .expect(200)
                .text("/credentialsId");
    }

    private List<String> names(String query) {
        JsonNode page = admin.get("/api/tenant/devices?" + query).expect(200).json();
        return page.path("data").valueStream().map(d -> d.path("name").stringValue()).toList();
    }

    @Test
    void aNewDeviceHasExactlyTheShapeThatClientsKnow() {
        JsonNode device =
                admin.post(
                                "/api/device",
                                """
                                {"name":"A","label":"first","additionalInfo":{"gateway":false},"unknown":1}
                                """)
                        .expect(200)
                        .json();

        assertThat(device.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "customerId",
                        "name",
                        "type",
                        "label",
                        "deviceProfileId",
                        "deviceData",
                        "firmwareId",
                        "softwareId",
                        "externalId",
                        "version",
                        "additionalInfo");
        assertThat(device.at("/id/entityType").stringValue()).isEqualTo("DEVICE");
        assertThat(device.at("/tenantId/entityType").stringValue()).isEqualTo("TENANT");
        assertThat(device.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(device.at("/customerId/entityType").stringValue()).isEqualTo("CUSTOMER");
        assertThat(device.at("/customerId/id").stringValue())
                .isEqualTo("13814000-1dd2-11b2-8080-808080808080");
        assertThat(device.at("/deviceProfileId/entityType").stringValue())
                .isEqualTo("DEVICE_PROFILE");
        assertThat(device.path("type").stringValue()).isEqualTo("default");
        assertThat(device.path("label").stringValue()).isEqualTo("first");
        assertThat(device.at("/deviceData/configuration/type").stringValue()).isEqualTo("DEFAULT");
        assertThat(device.at("/deviceData/transportConfiguration/type").stringValue())
                .isEqualTo("DEFAULT");
        assertThat(device.path("firmwareId").isNull()).isTrue();
        assertThat(device.path("version").longValue()).isEqualTo(1);
        assertThat(device.at("/additionalInfo/gateway").booleanValue()).isFalse();
        assertThat(admin.get("/api/device/" + id(device)).expect(200).json()).isEqualTo(device);
    }

    @Test
    void aNewDeviceGetsAnAccessTokenOfTwentyLettersAndDigits() {
        JsonNode device = create("A");

        JsonNode credentials =
                admin.get("/api/device/" + id(device) + "/credentials").expect(200).json();

        assertThat(credentials.path("credentialsType").stringValue()).isEqualTo("ACCESS_TOKEN");
        assertThat(credentials.path("credentialsId").stringValue()).matches("[A-Za-z0-9]{20}");
        assertThat(credentials.path("credentialsValue").isNull()).isTrue();
        assertThat(credentials.at("/deviceId/id").stringValue()).isEqualTo(id(device));
        assertThat(credentials.at("/id/id").stringValue()).isNotBlank();
    }

    @Test
    void takesTheAccessTokenThatTheCallerChooses() {
        String token = "token-" + UUID.randomUUID();

        JsonNode device =
                admin.post("/api/device?accessToken=" + token, Map.of("name", "A"))
                        .expect(200)
                        .json();

        assertThat(token(device)).isEqualTo(token);
    }

    @Test
    void makesNoDeviceWhereItsTokenIsTaken() {
        String token = "token-" + UUID.randomUUID();
        admin.post("/api/device?accessToken=" + token, Map.of("name", "A")).expect(200);

        admin.post("/api/device?accessToken=" + token, Map.of("name", "B", "type", "never"))
                .expectError(400, 31);

        assertThat(names("pageSize=10&page=0")).containsExactly("A");
        assertThat(
                        admin.get("/api/deviceProfileInfos?pageSize=10&page=0")
                                .json()
                                .path("totalElements")
                                .intValue())
                .isEqualTo(1);
    }

    @Test
    void makesTheProfileThatATypeNamesWhereItIsMissing() {
        JsonNode first = admin.post("/api/device", Map.of("name", "A", "type", "pump")).json();
        JsonNode second = admin.post("/api/device", Map.of("name", "B", "type", "pump")).json();

        assertThat(first.path("type").stringValue()).isEqualTo("pump");
        assertThat(second.path("deviceProfileId")).isEqualTo(first.path("deviceProfileId"));
        String profile = first.at("/deviceProfileId/id").stringValue();
        assertThat(admin.get("/api/deviceProfile/" + profile).expect(200).text("/name"))
                .isEqualTo("pump");
    }

    @Test
    void aNameIsUniqueInItsTenantAndFreeInOthers() {
        create("A");

        assertThat(
                        admin.post("/api/device", Map.of("name", "A"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("'A' exists");
        server.newTenantAdministrator().post("/api/device", Map.of("name", "A")).expect(200);
    }

    @Test
    void refusesNamesThatAreMissingTooLongOrMarkup() {
        admin.post("/api/device", Map.of("label", "A")).expectError(400, 31);
        admin.post("/api/device", Map.of("name", " ")).expectError(400, 31);
        admin.post("/api/device", Map.of("name", "x".repeat(256))).expectError(400, 31);
        admin.post("/api/device", Map.of("name", "<script>alert(1)</script>")).expectError(400, 31);
        admin.post("/api/device", "{\"name\":\"a\\u0000b\"}").expectError(400, 31);
        admin.post("/api/device", Map.of("name", "A", "label", "<img src=x>")).expectError(400, 31);
        admin.post("/api/device", Map.of("name", "5 < 6")).expect(200);
        admin.post("/api/device", Map.of("name", "x".repeat(255))).expect(200);
    }

    @Test
    void refusesTextThatTheDatabaseCannotKeepWithoutAFault() {
        admin.post("/api/device", "{\"name\":\"A\",\"additionalInfo\":{\"k\":\"a\\u0000b\"}}")
                .expectError(400, 31);
    }

    @Test
    void anUpdateReplacesWhatTheCallerSendsAndCountsTheVersion() {
        ObjectNode device = (ObjectNode) create("A");
        device.put("name", "B").put("label", "renamed");

        JsonNode changed = admin.post("/api/device", device).expect(200).json();

        assertThat(changed.path("id")).isEqualTo(device.path("id"));
        assertThat(changed.path("name").stringValue()).isEqualTo("B");
        assertThat(changed.path("label").stringValue()).isEqualTo("renamed");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(changed.path("deviceProfileId")).isEqualTo(device.path("deviceProfileId"));
    }

    @Test
    void anUpdateOfAnOlderVersionIsAConflict() {
        ObjectNode device = (ObjectNode) create("A");
        admin.post("/api/device", device).expect(200);

        admin.post("/api/device", device).expectError(409, 35);

        device.remove("version");
        assertThat(admin.post("/api/device", device).expect(200).json().path("version").longValue())
                .isEqualTo(3);
    }

    @Test
    void aDeletedDeviceAndItsCredentialsAreGone() {
        JsonNode device = create("A");
        String token = token(device);

        RestClient.Answer answer = admin.delete("/api/device/" + id(device)).expect(200);

        assertThat(answer.body()).isEmpty();
        admin.get("/api/device/" + id(device)).expectError(404, 32);
        admin.delete("/api/device/" + id(device)).expectError(404, 32);
        admin.post("/api/device?accessToken=" + token, Map.of("name", "B")).expect(200);
    }

    @Test
    void findsADeviceByName() {
        JsonNode device = create("My pump");

        assertThat(admin.get("/api/tenant/devices?deviceName=My%20pump").expect(200).json())
                .isEqualTo(device);
        admin.get("/api/tenant/devices?deviceName=other").expectError(404, 32);
    }

    @Test
    void listsDevicesByPages() {
        IntStream.range(0, 5).forEach(i -> create("device " + i));

        JsonNode first =
                admin.get("/api/tenant/devices?pageSize=2&page=0&sortProperty=name&sortOrder=DESC")
                        .expect(200)
                        .json();

        assertThat(first.path("totalPages").intValue()).isEqualTo(3);
        assertThat(first.path("totalElements").intValue()).isEqualTo(5);
        assertThat(first.path("hasNext").booleanValue()).isTrue();
        assertThat(names("pageSize=2&page=0&sortProperty=name&sortOrder=DESC"))
                .containsExactly("device 4", "device 3");
        assertThat(names("pageSize=2&page=2&sortProperty=name&sortOrder=DESC"))
                .containsExactly("device 0");
        assertThat(names("pageSize=2&page=7")).isEmpty();
        assertThat(names("pageSize=10&page=0"))
                .as("in the order of creation")
                .containsExactly("device 0", "device 1", "device 2", "device 3", "device 4");
    }

    @Test
    void searchesForTextInAnyCaseAndTakesWildcardsLiterally() {
        create("Pump 100%");
        create("pump 100");
        create("fan_1");
        create("fanX1");

        assertThat(names("pageSize=10&page=0&textSearch=PUMP"))
                .containsExactly("Pump 100%", "pump 100");
        assertThat(names("pageSize=10&page=0&textSearch=100%25")).containsExactly("Pump 100%");
        assertThat(names("pageSize=10&page=0&textSearch=fan_1")).containsExactly("fan_1");
    }

    @Test
    void filtersByType() {
        create("A");
        admin.post("/api/device", Map.of("name", "B", "type", "pump")).expect(200);

        assertThat(names("pageSize=10&page=0&type=pump")).containsExactly("B");
        assertThat(names("pageSize=10&page=0&type=")).containsExactly("A", "B");
    }

    @Test
    void saysWhichParameterOfAPageIsWrong() {
        for (String query :
                List.of(
                        "page=0",
                        "pageSize=10",
                        "pageSize=0&page=0",
                        "pageSize=x&page=0",
                        "pageSize=10&page=-1",
                        "pageSize=10&page=0&sortOrder=UP",
                        "pageSize=10&page=0&sortProperty=name;drop",
                        "pageSize=10000000&page=0")) {
            admin.get("/api/tenant/devices?" + query).expectError(400, 31);
        }
        assertThat(admin.get("/api/tenant/devices?pageSize=0&page=0").text("/message"))
                .isEqualTo("pageSize: expected 1 to 10000, but got 0");
    }

    @Test
    void anInfoHasTheNamesAroundTheDevice() {
        CustomerId customer = server.newCustomer(tenant);
        JsonNode device =
                admin.post(
                                "/api/device",
                                Map.of(
                                        "name",
                                        "A",
                                        "customerId",
                                        Map.of(
                                                "entityType",
                                                "CUSTOMER",
                                                "id",
                                                customer.toString())))
                        .expect(200)
                        .json();

        JsonNode info = admin.get("/api/device/info/" + id(device)).expect(200).json();

        assertThat(info.path("name").stringValue()).isEqualTo("A");
        assertThat(info.path("id")).isEqualTo(device.path("id"));
        assertThat(info.path("customerTitle").stringValue()).startsWith("Customer");
        assertThat(info.path("customerIsPublic").booleanValue()).isFalse();
        assertThat(info.path("deviceProfileName").stringValue()).isEqualTo("default");
        assertThat(info.path("active").isBoolean()).isTrue();
        JsonNode page = admin.get("/api/tenant/deviceInfos?pageSize=10&page=0").expect(200).json();
        assertThat(page.path("data").get(0)).isEqualTo(info);
    }

    @Test
    void refusesACustomerOfAnotherTenant() {
        CustomerId foreign = server.newCustomer(server.newTenant());

        admin.post(
                        "/api/device",
                        Map.of(
                                "name",
                                "A",
                                "customerId",
                                Map.of("entityType", "CUSTOMER", "id", foreign.toString())))
                .expectError(400, 31);
    }

    @Test
    void aCustomerUserSeesAndChangesOnlyTheDevicesOfItsCustomer() {
        CustomerId customer = server.newCustomer(tenant);
        RestClient user = server.customerUser(tenant, customer);
        JsonNode other = create("other");
        ObjectNode own = (ObjectNode) create("own");
        own.putObject("customerId").put("entityType", "CUSTOMER").put("id", customer.toString());
        own = (ObjectNode) admin.post("/api/device", own).expect(200).json();

        user.get("/api/device/" + id(own)).expect(200);
        user.get("/api/device/" + id(own) + "/credentials").expect(200);
        user.get("/api/device/" + id(other)).expectError(403, 20);
        user.post("/api/device", own.put("label", "mine")).expect(200);
        own.remove("version");
        own.putObject("customerId")
                .put("entityType", "CUSTOMER")
                .put("id", TenantId.SYSTEM.toString());
        user.post("/api/device", own).expectError(403, 20);
        user.post("/api/device", Map.of("name", "new")).expectError(403, 20);
        user.delete("/api/device/" + id(own)).expectError(403, 20);
    }

    @Test
    void theSchemaItselfKeepsADeviceFromAnotherTenantsProfile() {
        JsonNode device = create("A");
        JsonNode foreign =
                server.newTenantAdministrator().get("/api/deviceProfileInfo/default").json();

        assertThat(
                        org.assertj.core.api.Assertions.catchThrowable(() ->
                                server.bean(JdbcClient.class)
                                        .sql("update device set device_profile_id = ? where id = ?")
                                        .params(
                                                UUID.fromString(id(foreign)),
                                                UUID.fromString(id(device)))
                                        .update()))
                .hasMessageContaining("device_profile_fkey");
    }
}
