// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static io.millrace.server.rest.Endpoint.get;
import static io.millrace.server.rest.Endpoint.list;
import static io.millrace.server.rest.Endpoint.ofUnknownId;
import static io.millrace.server.rest.Endpoint.post;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TenantId;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/**
 * The isolation of tenants, endpoint by endpoint. Each endpoint of the service is listed in {@link #ENDPOINTS}; one that
 * is added without a line there fails {@link #theTableContainsEveryEndpointOfTheService}. A line says how to call the
 * endpoint with the ids of a victim, and which callers it admits. Every call is then made by the administrator and a
 * customer's user of another tenant, by the administrator of the installation, and without a token; no call may read
 * or change anything of the victim.
 */
class TenantIsolationIT {

    private static final RestServer SERVER = RestServer.running();

    private static final String SECRET = Victim.SECRET;

    private static final Victim VICTIM = Victim.INSTANCE;

    private static final List<Endpoint> ENDPOINTS =
            Stream.of(
                            UserEndpoints.all(),
                            CustomerEndpoints.all(),
                            AssetEndpoints.all(),
                            EntityViewEndpoints.all(),
                            ProfileEndpoints.all(),
                            RuleChainEndpoints.all(),
                            RelationEndpoints.all(),
                            AlarmEndpoints.all(),
                            TelemetryEndpoints.all(),
                            RuleEngineEndpoints.all(),
                            RpcEndpoints.all(),
                            MessageEndpoints.all(),
                            DeviceApiEndpoints.all(),
                            others())
                    .flatMap(endpoints -> endpoints)
                    .toList();

    private static Stream<Endpoint> others() {
        return Stream.of(
                post("/api/auth/login", "{}", Audience.PUBLIC),
                post("/api/auth/token", "{}", Audience.PUBLIC),
                post("/api/auth/logout", "", Audience.SIGNED_IN),
                get("/api/auth/user", Audience.SIGNED_IN),
                post("/api/auth/changePassword", "{}", Audience.OWN_ACCOUNT),
                post("/api/noauth/activate", "{}", Audience.PUBLIC),
                get("/api/noauth/activate", Audience.OPEN).withParameter("activateToken=unknown"),
                get("/api/noauth/userPasswordPolicy", Audience.OPEN),
                get("/api/tenant/{tenantId}", Audience.TENANT),
                get("/api/tenant/info/{tenantId}", Audience.TENANT),
                list("/api/tenants", Audience.INSTALLATION),
                list("/api/tenantInfos", Audience.INSTALLATION),
                post("/api/tenant", "{\"title\":\"Isolation\"}", Audience.INSTALLATION),
                ofUnknownId("DELETE /api/tenant/{tenantId}"),
                ofUnknownId("GET /api/tenantProfile/{tenantProfileId}"),
                ofUnknownId("GET /api/tenantProfileInfo/{tenantProfileId}"),
                get("/api/tenantProfileInfo/default", Audience.INSTALLATION),
                list("/api/tenantProfiles", Audience.INSTALLATION),
                new Endpoint(
                        "GET /api/tenantProfiles/list",
                        "/api/tenantProfiles/list?ids=" + UUID.randomUUID(),
                        null,
                        Audience.INSTALLATION),
                list("/api/tenantProfileInfos", Audience.INSTALLATION),
                post("/api/tenantProfile", "{\"name\":\"Isolation\"}", Audience.INSTALLATION),
                ofUnknownId("POST /api/tenantProfile/{tenantProfileId}/default"),
                ofUnknownId("DELETE /api/tenantProfile/{tenantProfileId}"),
                get("/api/device/{deviceId}", Audience.ENTITY),
                get("/api/device/info/{deviceId}", Audience.ENTITY),
                get("/api/device/{deviceId}/credentials", Audience.ENTITY),
                get("/api/device/{deviceId}/events", Audience.ENTITY)
                        .withParameter("pageSize=100&page=0"),
                new Endpoint(
                        "POST /api/customer/device/{deviceName}/claim",
                        "/api/customer/device/%s/claim".formatted(SECRET),
                        "{}",
                        Audience.CLAIMANT),
                new Endpoint(
                        "DELETE /api/customer/device/{deviceName}/claim",
                        "/api/customer/device/%s/claim".formatted(SECRET),
                        null,
                        Audience.ENTITY),
                get("/api/device-connectivity/{deviceId}", Audience.ENTITY),
                new Endpoint(
                        "DELETE /api/device/{deviceId}",
                        "/api/device/" + VICTIM.device(),
                        null,
                        Audience.ENTITY_ADMIN),
                post("/api/device", VICTIM.deviceBody(), Audience.ENTITY),
                post(
                        "/api/device-with-credentials",
                        "{\"device\":%s,\"credentials\":{\"credentialsId\":\"stolen\"}}"
                                .formatted(VICTIM.deviceBody()),
                        Audience.ENTITY_ADMIN),
                post("/api/device/credentials", VICTIM.credentialsBody(), Audience.ENTITY_ADMIN),
                list("/api/tenant/devices", Audience.OWN_TENANT_ADMIN),
                Endpoint.call("GET /api/devices", Audience.OWN_TENANT)
                        .withParameter("deviceIds=" + VICTIM.device()),
                new Endpoint(
                        "GET /api/tenant/device",
                        "/api/tenant/device?deviceName=" + SECRET,
                        null,
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "GET /api/tenant/devices",
                        "/api/tenant/devices?deviceName=" + SECRET,
                        null,
                        Audience.ENTITY_ADMIN),
                list("/api/tenant/deviceInfos", Audience.OWN_TENANT_ADMIN),
                new Endpoint(
                        "GET /api/tenant/deviceInfos",
                        "/api/tenant/deviceInfos?pageSize=100&page=0&deviceProfileId="
                                + VICTIM.profile(),
                        null,
                        Audience.OWN_TENANT_ADMIN),
                get("/api/deviceProfile/{deviceProfileId}", Audience.ENTITY),
                get("/api/deviceProfileInfo/{deviceProfileId}", Audience.ENTITY),
                get("/api/deviceProfileInfo/default", Audience.OWN_TENANT),
                list("/api/deviceProfiles", Audience.OWN_TENANT_ADMIN),
                list("/api/deviceProfileInfos", Audience.OWN_TENANT),
                post("/api/deviceProfile", VICTIM.profileBody(), Audience.ENTITY_ADMIN),
                list("/api/queues", Audience.ADMINISTRATOR)
                        .withParameter("serviceType=TB-RULE-ENGINE"),
                get("/api/queues/state", Audience.ADMINISTRATOR),
                get("/api/queues/{queueId}", Audience.ADMINISTRATOR),
                get("/api/queues/name/{queueName}", Audience.ADMINISTRATOR),
                post(
                                "/api/queues",
                                """
                                {"name":"Isolated","submitStrategy":{"type":"BURST"},"processingStrategy":{"type":"DROP"}}
                                """,
                                Audience.INSTALLATION)
                        .withParameter("serviceType=TB-RULE-ENGINE"),
                new Endpoint(
                        "DELETE /api/queues/{queueId}",
                        "/api/queues/" + VICTIM.device(),
                        null,
                        Audience.INSTALLATION),
                get("/api/ledger", Audience.ADMINISTRATOR),
                list("/api/deadLetters", Audience.OWN_TENANT_ADMIN),
                get("/api/deadLetter/{deadLetterId}", Audience.ENTITY_ADMIN),
                new Endpoint(
                        "POST /api/deadLetter/{deadLetterId}/resend",
                        "/api/deadLetter/" + VICTIM.letter() + "/resend",
                        null,
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "POST /api/deadLetter/{deadLetterId}/resend",
                        "/api/deadLetter/" + VICTIM.letter() + "/resend",
                        "{\"data\":\"{}\"}",
                        Audience.ENTITY_ADMIN),
                new Endpoint(
                        "DELETE /api/deadLetter/{deadLetterId}",
                        "/api/deadLetter/" + VICTIM.letter(),
                        null,
                        Audience.ENTITY_ADMIN),
                post("/api/deadLetters/resend", VICTIM.lettersBody(), Audience.OWN_TENANT_ADMIN),
                new Endpoint(
                        "POST /api/deadLetters/resend",
                        "/api/deadLetters/resend?all=true",
                        null,
                        Audience.OWN_TENANT_ADMIN),
                new Endpoint(
                        "DELETE /api/deadLetters",
                        "/api/deadLetters",
                        VICTIM.lettersBody(),
                        Audience.OWN_TENANT_ADMIN),
                new Endpoint(
                        "DELETE /api/deadLetters",
                        "/api/deadLetters?entityType=DEVICE&entityId=" + VICTIM.device(),
                        null,
                        Audience.OWN_TENANT_ADMIN));
    }

    /** Not the API: errors, the description, and what the actuator maps. */
    private static final Set<String> ELSEWHERE = Set.of("/error", "/v3/api-docs", "/swagger-ui");

    static Stream<Endpoint> endpoints() {
        return ENDPOINTS.stream();
    }

    static Stream<Endpoint> endpointsThatNeedAToken() {
        return ENDPOINTS.stream()
                .filter(endpoint ->
                        !Set.of(Audience.OPEN, Audience.DEVICE).contains(endpoint.audience()));
    }

    static Stream<Endpoint> endpointsThatNameAnEntity() {
        return ENDPOINTS.stream()
                .filter(endpoint ->
                        Set.of(
                                        Audience.TENANT,
                                        Audience.ACCOUNT,
                                        Audience.ENTITY,
                                        Audience.ENTITY_ADMIN)
                                .contains(endpoint.audience()));
    }

    @Test
    void theTableContainsEveryEndpointOfTheService() {
        Set<String> mapped = new TreeSet<>();
        SERVER.context()
                .getBean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                .getHandlerMethods()
                .keySet()
                .forEach(info -> mapped.addAll(names(info)));
        Set<String> covered =
                ENDPOINTS.stream()
                        .map(Endpoint::mapping)
                        .collect(Collectors.toCollection(TreeSet::new));

        assertThat(mapped).isNotEmpty().isEqualTo(covered);
    }

    private static List<String> names(RequestMappingInfo info) {
        return info.getPatternValues().stream()
                .filter(pattern -> ELSEWHERE.stream().noneMatch(pattern::startsWith))
                .flatMap(pattern ->
                        info.getMethodsCondition().getMethods().stream()
                                .map(method -> method + " " + pattern))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("endpointsThatNeedAToken")
    void requestsWithoutATokenAreRefused(Endpoint endpoint) {
        RestClient.Answer answer = call(SERVER.anonymous(), endpoint);

        answer.expectError(401, 10);
        VICTIM.assertUntouched();
    }

    @ParameterizedTest
    @MethodSource("endpointsThatNameAnEntity")
    void anotherTenantsEntityIsNotFound(Endpoint endpoint) {
        RestClient.Answer answer = call(SERVER.newTenantAdministrator(), endpoint);

        answer.expect(404);
        assertThat(answer.body()).doesNotContain(VICTIM.token());
        VICTIM.assertUntouched();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void noOtherTenantSeesOrChangesAnythingOfTheVictims(Endpoint endpoint) {
        TenantId stranger = SERVER.newTenant();
        CustomerId customer = SERVER.newCustomer(stranger);
        for (RestClient caller :
                List.of(
                        SERVER.tenantAdministrator(stranger),
                        SERVER.customerUser(stranger, customer))) {
            RestClient.Answer answer = call(caller, endpoint);

            assertThat(answer.status()).as(answer.body()).isLessThan(500);
            assertThat(answer.status()).as(answer.body()).isIn(allowed(endpoint.audience()));
            assertNothingLeaks(answer, endpoint);
            assertTheTenantIsNotNamed(answer, endpoint);
            VICTIM.assertUntouched();
        }
    }

    private static List<Integer> allowed(Audience audience) {
        return switch (audience) {
            case PUBLIC -> List.of(401);
            case DEVICE -> List.of(400, 401);
            case OPEN -> List.of(200, 409);
            case SIGNED_IN, OWN_TENANT -> List.of(200);
            case OWN_ACCOUNT, CALLER -> List.of(400);
            case OWN_TENANT_ADMIN, ADMINISTRATOR -> List.of(200, 403);
            case INSTALLATION -> List.of(403);
            case TENANT, ACCOUNT, ENTITY, ENTITY_ADMIN, CLAIMANT -> List.of(403, 404);
        };
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void aCustomersUserOfTheSameTenantSeesNothingThatIsNotAssignedToIt(Endpoint endpoint) {
        RestClient user = SERVER.customerUser(VICTIM.tenant(), VICTIM.otherCustomer());

        RestClient.Answer answer = call(user, endpoint);

        if (endpoint.audience() == Audience.ENTITY && !endpoint.path().contains("Profile")) {
            answer.expect(403);
        }
        if (endpoint.audience() == Audience.ACCOUNT) {
            answer.expectError(404, 32);
        }
        if (endpoint.audience() == Audience.CLAIMANT) {
            assertThat(answer.expect(400).body()).isEqualTo("\"FAILURE\"");
        }
        if (Set.of(
                        Audience.INSTALLATION,
                        Audience.TENANT,
                        Audience.ENTITY_ADMIN,
                        Audience.OWN_TENANT_ADMIN,
                        Audience.ADMINISTRATOR)
                .contains(endpoint.audience())) {
            answer.expectError(403, 20);
        }
        assertThat(answer.body()).doesNotContain(VICTIM.token());
        VICTIM.assertUntouched();
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void theAdministratorOfTheInstallationSeesNothingInsideOfTenants(Endpoint endpoint) {
        RestClient.Answer answer = call(SERVER.systemAdministrator(), endpoint);

        switch (endpoint.audience()) {
            case PUBLIC -> answer.expect(401);
            case DEVICE -> assertThat(answer.status()).isIn(400, 401);
            case OPEN -> assertThat(answer.status()).isIn(200, 409);
            case OWN_ACCOUNT -> answer.expect(400);
            case SIGNED_IN, ADMINISTRATOR -> answer.expect(200);
            case TENANT, ACCOUNT -> answer.expect(200);
            case INSTALLATION -> assertThat(answer.status()).isIn(200, 404);
            case CALLER, OWN_TENANT, OWN_TENANT_ADMIN, ENTITY, ENTITY_ADMIN, CLAIMANT ->
                    answer.expect(403);
        }
        assertNothingLeaks(answer, endpoint);
        // The ledger of the installation has lines for each tenant.
        if (!endpoint.mapping().equals("GET /api/ledger")) {
            assertTheTenantIsNotNamed(answer, endpoint);
        }
        VICTIM.assertUntouched();
    }

    private static RestClient.Answer call(RestClient caller, Endpoint endpoint) {
        return caller.send(endpoint.method(), endpoint.path(), endpoint.body());
    }

    /** The id that the caller has sent may come back in an error; what belongs to the victim may not. */
    private static void assertNothingLeaks(RestClient.Answer answer, Endpoint endpoint) {
        assertThat(answer.body()).doesNotContain(VICTIM.token());
        if (!endpoint.path().contains(SECRET)) {
            assertThat(answer.body()).doesNotContain(SECRET);
        }
        if (answer.status() == 200) {
            assertThat(answer.body()).doesNotContain(VICTIM.ids());
        }
    }

    private static void assertTheTenantIsNotNamed(RestClient.Answer answer, Endpoint endpoint) {
        if (answer.status() == 200
                && !Set.of(Audience.INSTALLATION, Audience.TENANT, Audience.ACCOUNT)
                        .contains(endpoint.audience())) {
            assertThat(answer.body()).doesNotContain(VICTIM.tenant().toString());
        }
    }
}
