// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.customer;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.registry.tenantprofile.ProfileAdministration;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.user.Authority;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class CustomersIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private ObjectNode create(String title) {
        return (ObjectNode) admin.post("/api/customer", Map.of("title", title)).expect(200).json();
    }

    private static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    private RestClient userOf(JsonNode customer) {
        return server.customerUser(tenant, CustomerId.of(id(customer)));
    }

    private List<String> titles(String query) {
        JsonNode page = admin.get("/api/customers?" + query).expect(200).json();
        return page.path("data").valueStream().map(c -> c.path("title").stringValue()).toList();
    }

    @Test
    void aCustomerHasExactlyTheShapeThatClientsKnow() {
        JsonNode customer =
                admin.post(
                                "/api/customer",
                                """
                                {"title":"Mill","country":"CH","state":"ZH","city":"Zürich","address":"Limmat 1","address2":"Left",
                                 "zip":"8001","phone":"+41","email":"mill@example.com","additionalInfo":{"since":1850},
                                 "unknown":1}
                                """)
                        .expect(200)
                        .json();

        assertThat(customer.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "title",
                        "name",
                        "country",
                        "state",
                        "city",
                        "address",
                        "address2",
                        "zip",
                        "phone",
                        "email",
                        "externalId",
                        "version",
                        "additionalInfo");
        assertThat(customer.at("/id/entityType").stringValue()).isEqualTo("CUSTOMER");
        assertThat(customer.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(customer.path("name").stringValue()).isEqualTo("Mill");
        assertThat(customer.path("city").stringValue()).isEqualTo("Zürich");
        assertThat(customer.path("zip").stringValue()).isEqualTo("8001");
        assertThat(customer.path("email").stringValue()).isEqualTo("mill@example.com");
        assertThat(customer.at("/additionalInfo/since").intValue()).isEqualTo(1850);
        assertThat(customer.path("externalId").isNull()).isTrue();
        assertThat(customer.path("version").longValue()).isEqualTo(1);
        assertThat(customer.path("createdTime").longValue()).isPositive();
        assertThat(admin.get("/api/customer/" + id(customer)).expect(200).json())
                .isEqualTo(customer);
    }

    @Test
    void aCustomerNeedsNothingButATitle() {
        JsonNode customer = create("Mill");

        assertThat(customer.path("city").isNull()).isTrue();
        assertThat(customer.path("email").isNull()).isTrue();
        assertThat(customer.path("additionalInfo").isNull()).isTrue();
    }

    @Test
    void theShortFormsSayTheTitle() {
        String path = "/api/customer/" + id(create("Mill"));

        JsonNode shortInfo = admin.get(path + "/shortInfo").expect(200).json();
        RestClient.Answer title = admin.get(path + "/title").expect(200);

        assertThat(shortInfo)
                .isEqualTo(RestClient.object().put("title", "Mill").put("isPublic", false));
        assertThat(title.body()).isEqualTo("Mill");
        assertThat(title.header("Content-Type")).startsWith("text/plain");
    }

    @Test
    void aTitleIsUniqueInItsTenantAndFreeInOthers() {
        create("Mill");
        ObjectNode other = create("Other");

        assertThat(
                        admin.post("/api/customer", Map.of("title", "Mill"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("'Mill' exists");
        admin.post("/api/customer", other.put("title", "Mill")).expectError(400, 31);
        server.newTenantAdministrator().post("/api/customer", Map.of("title", "Mill")).expect(200);
    }

    @Test
    void refusesInvalidRequests() {
        for (String body :
                List.of(
                        "{}",
                        "{\"title\":\" \"}",
                        "{\"title\":\"<b>bold</b>\"}",
                        "{\"title\":\"" + "x".repeat(256) + "\"}",
                        "{\"title\":\"Mill\",\"email\":\"nobody\"}",
                        "{\"title\":\"Mill\",\"city\":\"<script>\"}",
                        "{\"title\":\"Mill\",\"id\":{\"entityType\":\"DEVICE\",\"id\":\"%s\"}}"
                                .formatted(UUID.randomUUID()))) {
            admin.post("/api/customer", body).expectError(400, 31);
        }
        assertThat(
                        admin.post("/api/customer", Map.of("title", "Public"))
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("title: 'Public' is reserved");
        assertThat(titles("pageSize=10&page=0")).isEmpty();
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndCountsTheVersion() {
        ObjectNode customer = create("Mill");
        customer.put("title", "Old mill").put("city", "Bern");

        JsonNode changed = admin.post("/api/customer", customer).expect(200).json();

        assertThat(changed.path("id")).isEqualTo(customer.path("id"));
        assertThat(changed.path("title").stringValue()).isEqualTo("Old mill");
        assertThat(changed.path("city").stringValue()).isEqualTo("Bern");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        admin.post("/api/customer", customer).expectError(409, 35);
        customer.remove("version");
        admin.post("/api/customer", customer).expect(200);
    }

    @Test
    void listsCustomersByPages() {
        create("Water mill");
        create("Wind mill");
        create("Forge");

        assertThat(titles("pageSize=2&page=0&sortProperty=title&sortOrder=DESC"))
                .containsExactly("Wind mill", "Water mill");
        assertThat(titles("pageSize=2&page=1&sortProperty=title&sortOrder=DESC"))
                .containsExactly("Forge");
        assertThat(titles("pageSize=10&page=0&textSearch=MILL"))
                .containsExactly("Water mill", "Wind mill");
        admin.get("/api/customers?page=0").expectError(400, 31);
        admin.get("/api/customers?pageSize=1&page=0&sortProperty=x").expectError(400, 31);
    }

    @Test
    void findsACustomerByItsTitle() {
        JsonNode customer = create("Old mill");

        assertThat(admin.get("/api/tenant/customers?customerTitle=Old%20mill").expect(200).json())
                .isEqualTo(customer);
        admin.get("/api/tenant/customers?customerTitle=old%20mill").expectError(404, 32);
    }

    @Test
    void aCustomersUserSeesItsOwnCustomerAndChangesNothing() {
        ObjectNode own = create("Own");
        JsonNode other = create("Other");
        RestClient user = userOf(own);

        assertThat(user.get("/api/customer/" + id(own)).expect(200).json()).isEqualTo(own);
        user.get("/api/customer/" + id(own) + "/title").expect(200);
        user.get("/api/customer/" + id(other)).expectError(403, 20);
        user.get("/api/customer/" + id(other) + "/shortInfo").expectError(403, 20);
        user.post("/api/customer", own).expectError(403, 20);
        user.delete("/api/customer/" + id(own)).expectError(403, 20);
        user.get("/api/customers?pageSize=10&page=0").expectError(403, 20);
        user.get("/api/tenant/customers?customerTitle=Own").expectError(403, 20);
    }

    @Test
    void aDeletedCustomerIsGoneWithItsUsersAndItsDevicesStay() {
        JsonNode customer = create("Mill");
        JsonNode other = create("Other");
        RestClient user = userOf(customer);
        RestClient others = userOf(other);
        JsonNode device = assigned("A", customer);
        JsonNode othersDevice = assigned("B", other);

        assertThat(admin.delete("/api/customer/" + id(customer)).expect(200).body()).isEmpty();

        admin.get("/api/customer/" + id(customer)).expectError(404, 32);
        admin.delete("/api/customer/" + id(customer)).expectError(404, 32);
        user.get("/api/auth/user").expectError(401, 11);
        others.get("/api/device/" + id(othersDevice)).expect(200);
        JsonNode left = admin.get("/api/device/" + id(device)).expect(200).json();
        assertThat(left.at("/customerId/id").stringValue())
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        assertThat(left.path("version").longValue())
                .isGreaterThan(device.path("version").longValue());
        create("Mill");
    }

    private JsonNode assigned(String name, JsonNode customer) {
        return admin.post("/api/device", Map.of("name", name, "customerId", customer.path("id")))
                .expect(200)
                .json();
    }

    @Test
    void anEmailOfADeletedCustomersUserCanBeHadByOthers() {
        JsonNode customer = create("Mill");
        String email = server.addUser(tenant, CustomerId.of(id(customer)), Authority.CUSTOMER_USER);
        server.signIn(email);

        admin.delete("/api/customer/" + id(customer)).expect(200);

        server.anonymous()
                .post("/api/auth/login", Map.of("username", email, "password", RestServer.PASSWORD))
                .expectError(401, 10);
    }

    @Test
    void aTenantMayHaveAsManyCustomersAsItsProfileSays() {
        ProfileAdministration profiles = new ProfileAdministration(server.systemAdministrator());
        JsonNode profile =
                profiles.create(
                        "Profile " + UUID.randomUUID(), "{\"configuration\":{\"maxCustomers\":1}}");
        RestClient limited =
                server.tenantAdministrator(TenantId.of(id(profiles.newTenant(profile))));
        limited.post("/api/customer", Map.of("title", "A")).expect(200);

        assertThat(
                        limited.post("/api/customer", Map.of("title", "B"))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("maxCustomers", "1 customers");
    }
}
