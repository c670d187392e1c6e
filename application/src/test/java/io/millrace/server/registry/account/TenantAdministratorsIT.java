// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TenantAdministratorsIT {

    private static final String PASSWORD = "a first password";

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final TenantId tenant = server.newTenant();
    private final String email = UUID.randomUUID() + "@example.com";

    private ObjectNode body() {
        ObjectNode body = RestClient.object();
        body.putObject("tenantId").put("entityType", "TENANT").put("id", tenant.toString());
        return body.put("email", email).put("authority", "TENANT_ADMIN");
    }

    private ObjectNode create() {
        return (ObjectNode)
                admin.post("/api/user?sendActivationMail=false", body()).expect(200).json();
    }

    private static String id(JsonNode user) {
        return user.at("/id/id").stringValue();
    }

    private String activationToken(JsonNode user) {
        RestClient.Answer link = admin.get("/api/user/" + id(user) + "/activationLink").expect(200);
        assertThat(link.header("Content-Type")).startsWith("text/plain");
        URI uri = URI.create(link.body());
        assertThat(uri.getPath()).isEqualTo("/api/noauth/activate");
        return uri.getQuery().substring("activateToken=".length());
    }

    private RestClient.Answer activate(String token, String password) {
        return server.anonymous()
                .post(
                        "/api/noauth/activate?sendActivationMail=false",
                        Map.of("activateToken", token, "password", password));
    }

    private RestClient.Answer login(String password) {
        return server.anonymous()
                .post("/api/auth/login", Map.of("username", email, "password", password));
    }

    @Test
    void aNewAdministratorChoosesAPasswordAndIsSignedIn() {
        JsonNode user = create();
        login("").expectError(401, 10);
        login(PASSWORD).expectError(401, 10);

        JsonNode pair = activate(activationToken(user), PASSWORD).expect(200).json();

        RestClient signedIn = server.anonymous().withToken(pair.path("token").stringValue());
        assertThat(signedIn.get("/api/auth/user").expect(200).json()).isEqualTo(user);
        assertThat(signedIn.get("/api/user/" + id(user)).expect(200).json()).isEqualTo(user);
        signedIn.post("/api/device", Map.of("name", "A")).expect(200);
        login(PASSWORD).expect(200);
    }

    @Test
    void anActivationTokenIsGoodOnce() {
        JsonNode user = create();
        String token = activationToken(user);
        assertThat(activationToken(user)).isEqualTo(token);
        activate(token, "short").expectError(400, 31);
        activate("guessed", PASSWORD).expectError(401, 10);
        activate(token, PASSWORD).expect(200);

        activate(token, "another password").expectError(401, 10);
        admin.get("/api/user/" + id(user) + "/activationLink").expectError(400, 31);
    }

    @Test
    void anActivationLinkLeadsToThePageThatSetsThePassword() {
        JsonNode user = create();
        String token = activationToken(user);

        RestClient.Answer opened = open(token, "application/json").expect(303);

        assertThat(opened.header("Location")).isEqualTo("../../#/activate?activateToken=" + token);
        assertThat(opened.header("Cache-Control")).contains("no-store");
        activate(token, PASSWORD).expect(200);
        assertThat(open(token, "application/json").expect(409).body()).isEmpty();
    }

    @Test
    void aBrowserGetsThePageForAnInvalidActivationLinkToo() {
        RestClient.Answer opened = open("a%26b%23c", "text/html,*/*;q=0.8").expect(303);

        assertThat(opened.header("Location")).isEqualTo("../../#/activate?activateToken=a%26b%23c");
    }

    private RestClient.Answer open(String token, String accept) {
        RestClient anonymous = server.anonymous();
        return anonymous.send(
                anonymous
                        .request("/api/noauth/activate?activateToken=" + token)
                        .header("Accept", accept)
                        .build());
    }

    @Test
    void anActivationTokenIsGoodForADay() {
        JsonNode user = create();
        String token = activationToken(user);
        server.bean(JdbcClient.class)
                .sql(
                        "update user_credentials set activate_token_exp_time = 1 where user_id = ?::uuid")
                .param(id(user))
                .update();

        activate(token, PASSWORD).expectError(401, 10);
        activate(activationToken(user), PASSWORD).expect(200);
    }

    @Test
    void aDeletedUserIsSignedOutAtOnce() {
        JsonNode user = create();
        JsonNode pair = activate(activationToken(user), PASSWORD).expect(200).json();
        RestClient signedIn = server.anonymous().withToken(pair.path("token").stringValue());
        signedIn.get("/api/tenant/" + tenant).expect(200);

        admin.delete("/api/user/" + id(user)).expect(200);

        signedIn.get("/api/tenant/" + tenant).expectError(401, 11);
        login(PASSWORD).expectError(401, 10);
        server.anonymous()
                .post("/api/auth/token", Map.of("refreshToken", pair.path("refreshToken")))
                .expectError(401, 11);
        admin.get("/api/user/" + id(user)).expectError(404, 32);
    }

    @Test
    void anAccountCanBeChangedButNotMoved() {
        ObjectNode user = create();
        user.put("firstName", "Ada").put("phone", "1");

        JsonNode changed = admin.post("/api/user", user).expect(200).json();

        assertThat(changed.path("firstName").stringValue()).isEqualTo("Ada");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        admin.post("/api/user", user).expectError(409, 35);
        user.putNull("version");
        admin.post("/api/user", user.deepCopy().put("authority", "SYS_ADMIN")).expectError(400, 31);
        user.putObject("tenantId")
                .put("entityType", "TENANT")
                .put("id", server.newTenant().toString());
        admin.post("/api/user", user).expectError(400, 31);
    }

    @Test
    void namesInvalidFields() {
        create();

        assertThat(admin.post("/api/user", body()).expectError(400, 31).text("/message"))
                .startsWith("email:");
        admin.post("/api/user", body().put("email", "nobody")).expectError(400, 31);
        ObjectNode other = body().put("email", "x" + email);
        admin.post("/api/user", other.deepCopy().put("authority", "CUSTOMER_USER"))
                .expectError(400, 31);
        admin.post("/api/user", other.deepCopy().putNull("tenantId")).expectError(400, 31);
        other.putObject("tenantId")
                .put("entityType", "TENANT")
                .put("id", UUID.randomUUID().toString());
        assertThat(admin.post("/api/user", other).expectError(400, 31).text("/message"))
                .startsWith("tenantId:");
    }

    @Test
    void aTenantMayHaveAsManyUsersAsItsProfileSays() {
        JsonNode profile =
                admin.post(
                                "/api/tenantProfile",
                                """
                                {"name":"%s","profileData":{"configuration":{"maxUsers":1}}}
                                """
                                        .formatted(email))
                        .expect(200)
                        .json();
        admin.post(
                        "/api/tenant",
                        Map.of(
                                "id",
                                Map.of("id", tenant.toString()),
                                "title",
                                email,
                                "tenantProfileId",
                                profile.path("id")))
                .expect(200);
        create();

        assertThat(
                        admin.post("/api/user", body().put("email", "x" + email))
                                .expectError(400, 31)
                                .text("/message"))
                .contains("maxUsers");
    }

    @Test
    void listsOnlyTheAdministratorsOfATenant() {
        JsonNode user = create();
        server.customerUser(tenant, server.newCustomer(tenant));

        JsonNode page =
                admin.get("/api/tenant/%s/users?pageSize=10&page=0".formatted(tenant))
                        .expect(200)
                        .json();

        assertThat(page.path("data").valueStream()).containsExactly(user);
        admin.get("/api/tenant/%s/users?pageSize=10&page=0".formatted(UUID.randomUUID()))
                .expectError(404, 32);
    }
}
