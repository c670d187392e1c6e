// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.device;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class DeviceAssignmentIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final CustomerId customer = server.newCustomer(tenant);
    private final CustomerId other = server.newCustomer(tenant);

    private String create(String name, String type) {
        return admin.post("/api/device", Map.of("name", name, "type", type))
                .expect(200)
                .text("/id/id");
    }

    private RestClient.Answer assign(CustomerId to, String device) {
        return admin.send("POST", "/api/customer/%s/device/%s".formatted(to, device), null);
    }

    private static List<String> names(RestClient caller, CustomerId of, String query) {
        JsonNode page =
                caller.get("/api/customer/%s/devices?pageSize=10&page=0%s".formatted(of, query))
                        .expect(200)
                        .json();
        return page.path("data").valueStream().map(d -> d.path("name").stringValue()).toList();
    }

    @Test
    void anAssignedDeviceIsItsCustomersUntilItIsTakenAway() {
        String device = create("A", "default");
        RestClient user = server.customerUser(tenant, customer);
        user.get("/api/device/" + device).expectError(403, 20);

        JsonNode assigned = assign(customer, device).expect(200).json();

        assertThat(assigned.at("/customerId/id").stringValue()).isEqualTo(customer.toString());
        assertThat(assigned.path("version").longValue()).isEqualTo(2);
        assertThat(user.get("/api/device/" + device).expect(200).json()).isEqualTo(assigned);

        JsonNode taken = admin.delete("/api/customer/device/" + device).expect(200).json();

        assertThat(taken.at("/customerId/id").stringValue())
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        user.get("/api/device/" + device).expectError(403, 20);
        admin.delete("/api/customer/device/" + device).expectError(400, 31);
    }

    @Test
    void assigningChangesNothingElse() {
        String device =
                admin.post(
                                "/api/device",
                                """
                                {"name":"A","type":"pump","label":"L","additionalInfo":{"k":1},
                                 "deviceData":{"configuration":{"type":"X"}}}
                                """)
                        .expect(200)
                        .text("/id/id");

        JsonNode assigned = assign(customer, device).expect(200).json();

        assertThat(assigned.path("type").stringValue()).isEqualTo("pump");
        assertThat(assigned.path("label").stringValue()).isEqualTo("L");
        assertThat(assigned.at("/additionalInfo/k").intValue()).isEqualTo(1);
        assertThat(assigned.at("/deviceData/configuration/type").stringValue()).isEqualTo("X");
    }

    @Test
    void assigningToAnotherCustomerMovesTheDevice() {
        String device = create("A", "default");
        assign(customer, device).expect(200);

        assign(other, device).expect(200);

        assertThat(names(admin, customer, "")).isEmpty();
        assertThat(names(admin, other, "")).containsExactly("A");
    }

    @Test
    void listsTheDevicesOfACustomerByTypeAndProfile() {
        String pump = create("A", "pump");
        assign(customer, pump).expect(200);
        assign(customer, create("B", "fan")).expect(200);
        assign(other, create("C", "pump")).expect(200);
        create("D", "pump");
        RestClient user = server.customerUser(tenant, customer);

        assertThat(names(admin, customer, "")).containsExactly("A", "B");
        assertThat(names(user, customer, "")).containsExactly("A", "B");
        assertThat(names(user, customer, "&type=pump")).containsExactly("A");
        String profile = admin.get("/api/device/" + pump).text("/deviceProfileId/id");
        JsonNode infos =
                user.get(
                                "/api/customer/%s/deviceInfos?pageSize=10&page=0&deviceProfileId=%s"
                                        .formatted(customer, profile))
                        .expect(200)
                        .json();
        assertThat(infos.path("totalElements").intValue()).isEqualTo(1);
        assertThat(infos.at("/data/0/deviceProfileName").stringValue()).isEqualTo("pump");
        assertThat(infos.at("/data/0/customerTitle").stringValue()).startsWith("Customer");
        user.get("/api/customer/%s/devices?pageSize=10&page=0".formatted(other))
                .expectError(403, 20);
        admin.get("/api/customer/%s/devices?page=0".formatted(customer)).expectError(400, 31);
    }

    @Test
    void onlyAdministratorsAssign() {
        String device = create("A", "default");
        assign(customer, device).expect(200);
        RestClient user = server.customerUser(tenant, customer);

        user.delete("/api/customer/device/" + device).expectError(403, 20);
        user.send("POST", "/api/customer/%s/device/%s".formatted(other, device), null)
                .expectError(403, 20);
    }

    @Test
    void saysWhatIsMissing() {
        String device = create("A", "default");
        CustomerId foreign = server.newCustomer(server.newTenant());

        assign(foreign, device).expectError(404, 32);
        assign(customer, UUID.randomUUID().toString()).expectError(404, 32);
        assign(customer, "A").expectError(400, 31);
        admin.delete("/api/customer/device/" + UUID.randomUUID()).expectError(404, 32);
    }

    @Test
    void thereAreNoPublicDevices() {
        assertThat(
                        admin.send(
                                        "POST",
                                        "/api/customer/public/device/" + create("A", "default"),
                                        null)
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("customerId: expected a UUID, but got 'public'");
    }
}
