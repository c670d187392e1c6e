// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TenantsIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final String title = "Tenant " + UUID.randomUUID();

    private ObjectNode create() {
        return (ObjectNode) admin.post("/api/tenant", Map.of("title", title)).expect(200).json();
    }

    private static String id(JsonNode entity) {
        return entity.at("/id/id").stringValue();
    }

    @Test
    void aNewTenantHasExactlyTheShapeThatClientsKnow() {
        JsonNode tenant =
                admin.post(
                                "/api/tenant",
                                """
                                {"title":"%s","country":"Norway","city":"Oslo","zip":"0150","email":"a@b.example",
                                 "additionalInfo":{"description":"d"},"unknown":1}
                                """
                                        .formatted(title))
                        .expect(200)
                        .json();

        assertThat(tenant.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "title",
                        "name",
                        "region",
                        "tenantProfileId",
                        "country",
                        "state",
                        "city",
                        "address",
                        "address2",
                        "zip",
                        "phone",
                        "email",
                        "additionalInfo",
                        "version");
        assertThat(tenant.at("/id/entityType").stringValue()).isEqualTo("TENANT");
        assertThat(tenant.path("name").stringValue()).isEqualTo(title);
        assertThat(tenant.path("region").stringValue()).isEqualTo("Global");
        assertThat(tenant.path("city").stringValue()).isEqualTo("Oslo");
        assertThat(tenant.path("phone").isNull()).isTrue();
        assertThat(tenant.at("/additionalInfo/description").stringValue()).isEqualTo("d");
        assertThat(id2(tenant)).isEqualTo(defaultProfile());
        assertThat(admin.get("/api/tenant/" + id(tenant)).expect(200).json()).isEqualTo(tenant);
        JsonNode info = admin.get("/api/tenant/info/" + id(tenant)).expect(200).json();
        assertThat(info.path("tenantProfileName").stringValue()).isEqualTo("Default");
        assertThat(info.path("title").stringValue()).isEqualTo(title);
    }

    private static String id2(JsonNode tenant) {
        return tenant.at("/tenantProfileId/id").stringValue();
    }

    private String defaultProfile() {
        return id(admin.get("/api/tenantProfileInfo/default").expect(200).json());
    }

    @Test
    void aNewTenantHasARootChainAndADefaultDeviceProfile() {
        RestClient user = server.tenantAdministrator(TenantId.of(id(create())));

        assertThat(user.get("/api/deviceProfileInfo/default").expect(200).text("/name"))
                .isEqualTo("default");
        assertThat(user.get("/api/ruleChains?pageSize=5&page=0").expect(200).text("/data/0/root"))
                .isEqualTo("true");
    }

    @Test
    void aTenantsAdministratorSeesTheOwnTenantOnlyAndChangesNothing() {
        ObjectNode tenant = create();
        RestClient user = server.tenantAdministrator(TenantId.of(id(tenant)));

        assertThat(user.get("/api/tenant/" + id(tenant)).expect(200).json()).isEqualTo(tenant);
        user.get("/api/tenant/info/" + id(tenant)).expect(200);
        user.get("/api/tenant/" + server.newTenant()).expectError(404, 32);
        user.post("/api/tenant", tenant).expectError(403, 20);
        user.delete("/api/tenant/" + id(tenant)).expectError(403, 20);
        user.get("/api/tenants?pageSize=5&page=0").expectError(403, 20);
    }

    @Test
    void aChangeReplacesWhatTheCallerSendsAndKeepsTheProfileWhereNoneIsNamed() {
        ObjectNode tenant = create();
        JsonNode profile =
                admin.post("/api/tenantProfile", Map.of("name", "P " + title)).expect(200).json();
        tenant.set("tenantProfileId", profile.path("id"));
        tenant.put("phone", "1");
        admin.post("/api/tenant", tenant).expect(200);

        JsonNode changed =
                admin.post("/api/tenant", Map.of("id", tenant.path("id"), "title", title + "!"))
                        .expect(200)
                        .json();

        assertThat(changed.path("title").stringValue()).isEqualTo(title + "!");
        assertThat(changed.path("phone").isNull()).isTrue();
        assertThat(id2(changed)).isEqualTo(id(profile));
        assertThat(changed.path("version").longValue()).isEqualTo(3);
        admin.post("/api/tenant", tenant).expectError(409, 35);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                       | title: expected a name",
                "{'title':' '}                            | title: expected a name",
                "{'title':'x','email':'nobody'}           | email: expected an e-mail address",
                "{'title':'x','email':'a b@c.example'}    | email: expected an e-mail address",
                "{'title':'x','tenantProfileId':{'entityType':'TENANT_PROFILE','id':'0197a0b0-0000-7000-8000-000000000000'}} | tenantProfileId: there is no tenant profile",
                "{'title':'x','id':{'entityType':'TENANT','id':'0197a0b0-0000-7000-8000-000000000000'}} | is not found"
            })
    void namesInvalidFields(String body, String message) {
        RestClient.Answer answer = admin.post("/api/tenant", body.replace('\'', '"'));

        assertThat(answer.status()).isIn(400, 404);
        assertThat(answer.text("/message")).contains(message);
    }

    @Test
    void aTitleIsUniqueInTheInstallation() {
        create();
        JsonNode other = admin.post("/api/tenant", Map.of("title", title + "2")).json();

        assertThat(
                        admin.post("/api/tenant", Map.of("title", title))
                                .expectError(400, 31)
                                .text("/message"))
                .startsWith("title:");
        admin.post("/api/tenant", Map.of("id", other.path("id"), "title", title))
                .expectError(400, 31);
    }

    @Test
    void listsTenantsByPage() {
        String group = "Group " + UUID.randomUUID();
        for (String suffix : List.of(" b", " a", " c")) {
            admin.post("/api/tenant", Map.of("title", group + suffix)).expect(200);
        }
        for (String list : List.of("/api/tenants", "/api/tenantInfos")) {
            JsonNode page =
                    admin.get(
                                    "%s?pageSize=2&page=0&sortProperty=title&sortOrder=DESC&textSearch=%s"
                                            .formatted(list, group.replace(" ", "%20")))
                            .expect(200)
                            .json();
            assertThat(page.path("totalElements").intValue()).isEqualTo(3);
            assertThat(page.path("hasNext").booleanValue()).isTrue();
            assertThat(
                            page.path("data")
                                    .valueStream()
                                    .map(tenant -> tenant.path("title").stringValue()))
                    .containsExactly(group + " c", group + " b");
        }
        admin.get("/api/tenants?pageSize=2&page=0&sortProperty=secret").expectError(400, 31);
    }
}
