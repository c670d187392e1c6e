// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.web.api.IdJson;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Calls of a tenant's administrators, and of its customers' users, on accounts. */
class UsersIT {

    private static final String PASSWORD = "a first password";

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final CustomerId customer = server.newCustomer(tenant);
    private final CustomerId other = server.newCustomer(tenant);

    private static String anEmail() {
        return UUID.randomUUID() + "@example.com";
    }

    private static ObjectNode userOf(CustomerId customer, String email) {
        ObjectNode body = RestClient.object().put("email", email).put("authority", "CUSTOMER_USER");
        body.putObject("customerId").put("entityType", "CUSTOMER").put("id", customer.toString());
        return body;
    }

    private static ObjectNode administrator(String email) {
        return RestClient.object().put("email", email).put("authority", "TENANT_ADMIN");
    }

    private ObjectNode create(ObjectNode body) {
        return (ObjectNode)
                admin.post("/api/user?sendActivationMail=false", body).expect(200).json();
    }

    private static String id(JsonNode user) {
        return user.at("/id/id").stringValue();
    }

    private RestClient activate(JsonNode user) {
        URI link =
                URI.create(
                        admin.get("/api/user/%s/activationLink".formatted(id(user)))
                                .expect(200)
                                .body());
        String token = link.getQuery().substring("activateToken=".length());
        JsonNode pair =
                server.anonymous()
                        .post(
                                "/api/noauth/activate",
                                Map.of("activateToken", token, "password", PASSWORD))
                        .expect(200)
                        .json();
        return server.anonymous().withToken(pair.path("token").stringValue());
    }

    private RestClient.Answer setEnabled(RestClient caller, JsonNode user, boolean enabled) {
        return caller.send(
                "POST",
                "/api/user/%s/userCredentialsEnabled?userCredentialsEnabled=%s"
                        .formatted(id(user), enabled),
                null);
    }

    private static Stream<String> emails(RestClient caller, String path) {
        return caller.get(path + "?pageSize=10&page=0&sortProperty=createdTime")
                .expect(200)
                .json()
                .path("data")
                .valueStream()
                .map(user -> user.path("email").stringValue());
    }

    @Test
    void anAdministratorMakesAUserOfACustomerWhoChoosesAPassword() {
        String email = anEmail();
        JsonNode user = create(userOf(customer, email).put("firstName", "Ada"));

        assertThat(user.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "customerId",
                        "email",
                        "name",
                        "authority",
                        "firstName",
                        "lastName",
                        "phone",
                        "version",
                        "additionalInfo");
        assertThat(user.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(user.at("/customerId/id").stringValue()).isEqualTo(customer.toString());
        assertThat(user.path("name").stringValue()).isEqualTo(email);

        RestClient signedIn = activate(user);

        assertThat(signedIn.get("/api/auth/user").expect(200).json()).isEqualTo(user);
        signedIn.get("/api/customer/" + customer).expect(200);
        signedIn.get("/api/customer/" + other).expectError(403, 20);
    }

    @Test
    void anAdministratorMakesAnotherAdministratorOfTheTenant() {
        JsonNode user = create(administrator(anEmail()));

        assertThat(user.at("/customerId/id").stringValue())
                .isEqualTo(IdJson.NO_CUSTOMER.toString());
        activate(user).post("/api/customer", Map.of("title", "Made")).expect(200);
    }

    @Test
    void anActivationLinkSaysHowLongItIsGood() {
        JsonNode user = create(userOf(customer, anEmail()));

        JsonNode info =
                admin.get("/api/user/%s/activationLinkInfo".formatted(id(user))).expect(200).json();

        assertThat(info.propertyNames()).containsExactlyInAnyOrder("value", "ttlMs");
        assertThat(info.path("value").stringValue())
                .isEqualTo(admin.get("/api/user/%s/activationLink".formatted(id(user))).body());
        assertThat(info.path("ttlMs").longValue()).isBetween(1L, Duration.ofHours(24).toMillis());
        activate(user);
        admin.get("/api/user/%s/activationLinkInfo".formatted(id(user))).expectError(400, 31);
    }

    @Test
    void anEmailIsUniqueInTheWholeInstallation() {
        String email = anEmail();
        create(userOf(customer, email));
        TenantId stranger = server.newTenant();

        assertThat(
                        server.tenantAdministrator(stranger)
                                .post("/api/user", administrator(email))
                                .expectError(400, 31)
                                .text("/message"))
                .isEqualTo("email: a user '%s' exists already".formatted(email));
    }

    @Test
    void refusesInvalidRequests() {
        CustomerId foreign = server.newCustomer(server.newTenant());

        admin.post("/api/user", RestClient.object().put("email", anEmail())).expectError(400, 31);
        admin.post("/api/user", administrator("nobody")).expectError(400, 31);
        admin.post("/api/user", administrator(anEmail()).put("authority", "SYS_ADMIN"))
                .expectError(400, 31);
        admin.post("/api/user", administrator(anEmail()).put("authority", "CUSTOMER_USER"))
                .expectError(400, 31);
        admin.post("/api/user", userOf(customer, anEmail()).put("authority", "TENANT_ADMIN"))
                .expectError(400, 31);
        admin.post("/api/user", userOf(foreign, anEmail())).expectError(404, 32);
        ObjectNode elsewhere = administrator(anEmail());
        elsewhere
                .putObject("tenantId")
                .put("entityType", "TENANT")
                .put("id", server.newTenant().toString());
        admin.post("/api/user", elsewhere).expectError(404, 32);
    }

    @Test
    void anAccountCanBeChangedButNotMoved() {
        ObjectNode user = create(userOf(customer, anEmail()));
        String email = anEmail();

        JsonNode changed =
                admin.post("/api/user", user.put("email", email).put("phone", "1"))
                        .expect(200)
                        .json();

        assertThat(changed.path("email").stringValue()).isEqualTo(email);
        assertThat(changed.path("phone").stringValue()).isEqualTo("1");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        admin.post("/api/user", user).expectError(409, 35);
        user.remove("version");
        admin.post("/api/user", user.deepCopy().put("authority", "TENANT_ADMIN"))
                .expectError(400, 31);
        user.putObject("customerId").put("entityType", "CUSTOMER").put("id", other.toString());
        admin.post("/api/user", user).expectError(400, 31);
    }

    @Test
    void aDisabledUserIsSignedOutAtOnceAndCanBeEnabledAgain() {
        String email = anEmail();
        JsonNode user = create(userOf(customer, email));
        setEnabled(admin, user, true).expectError(400, 31);
        RestClient signedIn = activate(user);
        signedIn.get("/api/auth/user").expect(200);

        setEnabled(admin, user, false).expect(200);

        signedIn.get("/api/auth/user").expectError(401, 11);
        Map<String, String> login = Map.of("username", email, "password", PASSWORD);
        server.anonymous().post("/api/auth/login", login).expectError(401, 10);

        setEnabled(admin, user, true).expect(200);

        server.anonymous().post("/api/auth/login", login).expect(200);
    }

    @Test
    void aDeletedUserIsNotFound() {
        JsonNode user = create(userOf(customer, anEmail()));
        RestClient signedIn = activate(user);

        assertThat(admin.delete("/api/user/" + id(user)).expect(200).body()).isEmpty();

        signedIn.get("/api/auth/user").expectError(401, 11);
        admin.get("/api/user/" + id(user)).expectError(404, 32);
        admin.delete("/api/user/" + id(user)).expectError(404, 32);
    }

    @Test
    void anAdministratorCannotDisableOrDeleteItself() {
        JsonNode self = admin.get("/api/auth/user").json();

        admin.delete("/api/user/" + id(self)).expectError(400, 31);
        setEnabled(admin, self, false).expectError(400, 31);
        admin.get("/api/auth/user").expect(200);
    }

    @Test
    void anAdministratorActsAsAUser() {
        JsonNode user = create(userOf(customer, anEmail()));
        admin.get("/api/user/%s/token".formatted(id(user))).expectError(400, 31);
        activate(user);

        JsonNode pair = admin.get("/api/user/%s/token".formatted(id(user))).expect(200).json();

        assertThat(pair.propertyNames()).contains("token", "refreshToken");
        RestClient acting = server.anonymous().withToken(pair.path("token").stringValue());
        assertThat(acting.get("/api/auth/user").expect(200).json()).isEqualTo(user);
        assertThat(admin.get("/api/user/tokenAccessEnabled").expect(200).body()).isEqualTo("true");
        acting.get("/api/user/%s/token".formatted(id(user))).expectError(403, 20);
        acting.get("/api/user/tokenAccessEnabled").expectError(403, 20);
    }

    @Test
    void listsTheUsersOfTheTenantOrOfACustomer() {
        String self = admin.get("/api/auth/user").text("/email");
        String first = anEmail();
        String second = anEmail();
        JsonNode user = create(userOf(customer, first).put("firstName", "Ada"));
        create(userOf(other, second));
        RestClient signedIn = activate(user);

        assertThat(emails(admin, "/api/users")).containsExactly(self, first, second);
        assertThat(emails(admin, "/api/customer/%s/users".formatted(customer)))
                .containsExactly(first);
        assertThat(emails(signedIn, "/api/users")).containsExactly(first);
        assertThat(emails(signedIn, "/api/users/info")).containsExactly(first);
        JsonNode info =
                admin.get("/api/users/info?pageSize=10&page=0&textSearch=ada&sortProperty=email")
                        .expect(200)
                        .json();
        assertThat(info.at("/data").valueStream().map(i -> i.path("email").stringValue()))
                .contains(first)
                .doesNotContain(second);
        assertThat(info.at("/data/0").propertyNames())
                .containsExactlyInAnyOrder("id", "email", "firstName", "lastName");
        admin.get("/api/users?page=0").expectError(400, 31);
        admin.get("/api/customer/%s/users?pageSize=10&page=0".formatted(UUID.randomUUID()))
                .expectError(404, 32);
        signedIn.get("/api/customer/%s/users?pageSize=10&page=0".formatted(customer))
                .expectError(403, 20);
    }

    @Test
    void aCustomersUserSeesItsColleaguesAndChangesOnlyItself() {
        ObjectNode self = create(userOf(customer, anEmail()));
        ObjectNode colleague = create(userOf(customer, anEmail()));
        JsonNode stranger = create(userOf(other, anEmail()));
        RestClient user = activate(self);

        user.get("/api/user/" + id(self)).expect(200);
        user.get("/api/user/" + id(colleague)).expect(200);
        user.get("/api/user/" + id(stranger)).expectError(404, 32);
        user.get("/api/user/" + id(admin.get("/api/auth/user").json())).expectError(404, 32);
        assertThat(
                        user.post("/api/user", self.put("firstName", "Ada"))
                                .expect(200)
                                .text("/firstName"))
                .isEqualTo("Ada");
        user.post("/api/user", colleague.put("firstName", "Eve")).expectError(403, 20);
        user.post("/api/user", userOf(customer, anEmail())).expectError(403, 20);
        user.delete("/api/user/" + id(colleague)).expectError(403, 20);
        setEnabled(user, colleague, false).expectError(403, 20);
        user.get("/api/user/%s/activationLink".formatted(id(colleague))).expectError(403, 20);
    }

    @Test
    void theAdministratorOfTheInstallationReachesNoUsersOfCustomers() {
        JsonNode user = create(userOf(customer, anEmail()));
        RestClient root = server.systemAdministrator();

        root.get("/api/user/" + id(user)).expectError(404, 32);
        root.post("/api/user", user).expectError(404, 32);
        root.delete("/api/user/" + id(user)).expectError(404, 32);
        setEnabled(root, user, false).expectError(404, 32);
        root.get("/api/user/%s/token".formatted(id(user))).expectError(404, 32);
        root.get("/api/users?pageSize=10&page=0").expectError(403, 20);
        assertThat(
                        root.post("/api/user", userOf(customer, anEmail()))
                                .expectError(400, 31)
                                .text("/message"))
                .startsWith("authority: expected TENANT_ADMIN");
    }

    @Test
    void theAdministratorOfTheInstallationChangesItsOwnAccount() {
        RestClient root = server.systemAdministrator();
        ObjectNode self = (ObjectNode) root.get("/api/auth/user").expect(200).json();

        JsonNode changed = root.post("/api/user", self.put("lastName", "Root")).expect(200).json();

        assertThat(changed.path("lastName").stringValue()).isEqualTo("Root");
        assertThat(changed.path("authority").stringValue()).isEqualTo("SYS_ADMIN");
        assertThat(changed.path("tenantId")).isEqualTo(self.path("tenantId"));
    }

    @Test
    void usersOfAnotherTenantAreNotFound() {
        JsonNode user = create(userOf(customer, anEmail()));
        RestClient stranger = server.newTenantAdministrator();

        for (String path : List.of("", "/activationLink", "/activationLinkInfo", "/token")) {
            stranger.get("/api/user/" + id(user) + path).expectError(404, 32);
        }
        stranger.post("/api/user", user).expectError(404, 32);
        stranger.delete("/api/user/" + id(user)).expectError(404, 32);
        setEnabled(stranger, user, false).expectError(404, 32);
    }
}
