// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.message.telemetry.AttributeScope;
import io.millrace.message.telemetry.Value;
import io.millrace.queue.DeadLetter;
import io.millrace.server.delivery.DeadLetterStorage;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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
 * The wall between tenants, endpoint by endpoint. Each endpoint of the service stands in {@link #ENDPOINTS}; one that is added
 * without a line there fails {@link #everyEndpointOfTheServiceStandsInTheTable}. A line says how to call the endpoint with the
 * ids of a victim, and whom it lets in. Every call is then made as the administrator and a customer's user of another
 * tenant, as the administrator of the installation, and as nobody; none may see or change anything of the victim's.
 */
class TenantIsolationIT {

    private static final RestServer SERVER = RestServer.running();

    /** Stands in everything that belongs to the victim, so that a leak shows wherever it is. */
    private static final String SECRET = "victims-secret";

    /** Whom an endpoint answers, apart from the victim. */
    private enum Audience {
        /** Anybody, without a token. */
        PUBLIC,
        /** Everybody who has signed in gets an answer about themselves. */
        EVERYBODY,
        /** Users of tenants get an answer about their own tenant; it names no entity. */
        OWN_TENANT,
        /** Administrators of tenants get an answer about their own tenant; it names no entity. */
        OWN_TENANT_ADMIN,
        /** Administrators get an answer about what is theirs: of a tenant, or of the installation. */
        ADMINISTRATOR,
        /** Administrators of the installation get an answer about the tenants that it has. */
        INSTALLATION,
        /** It names a tenant as such, which its administrators and those of the installation reach. */
        TENANT,
        /** It names an account, which none but itself and the administrators of the installation reach. */
        ACCOUNT,
        /** It names an entity of a tenant, which none but the users of that tenant reach. */
        ENTITY,
        /** The same, and a customer's user may not call it at all. */
        ENTITY_ADMIN
    }

    /**
     * An endpoint and how it is called.
     *
     * @param mapping method and pattern, as the service maps it
     * @param path what is called, with ids of the victim
     * @param body what is posted, or null
     */
    private record Endpoint(String mapping, String path, String body, Audience audience) {

        String method() {
            return mapping.substring(0, mapping.indexOf(' '));
        }

        Endpoint withParameter(String parameter) {
            String next = path + (path.contains("?") ? "&" : "?") + parameter;
            return new Endpoint(mapping, next, body, audience);
        }

        @Override
        public String toString() {
            return mapping;
        }
    }

    private static final Victim VICTIM = Victim.create();

    private static final List<Endpoint> ENDPOINTS =
            List.of(
                    post("/api/auth/login", "{}", Audience.PUBLIC),
                    post("/api/auth/token", "{}", Audience.PUBLIC),
                    post("/api/auth/logout", "", Audience.EVERYBODY),
                    get("/api/auth/user", Audience.EVERYBODY),
                    post("/api/noauth/activate", "{}", Audience.PUBLIC),
                    get("/api/user/{userId}", Audience.ACCOUNT),
                    get("/api/tenant/{tenantId}/users", "?pageSize=100&page=0"),
                    post("/api/user", VICTIM.intruderBody(), Audience.INSTALLATION),
                    ofNobody("GET /api/user/{userId}/activationLink"),
                    ofNobody("DELETE /api/user/{userId}"),
                    get("/api/tenant/{tenantId}", Audience.TENANT),
                    get("/api/tenant/info/{tenantId}", Audience.TENANT),
                    list("/api/tenants", Audience.INSTALLATION),
                    list("/api/tenantInfos", Audience.INSTALLATION),
                    post("/api/tenant", "{\"title\":\"Isolation\"}", Audience.INSTALLATION),
                    ofNobody("DELETE /api/tenant/{tenantId}"),
                    ofNobody("GET /api/tenantProfile/{tenantProfileId}"),
                    ofNobody("GET /api/tenantProfileInfo/{tenantProfileId}"),
                    get("/api/tenantProfileInfo/default", Audience.INSTALLATION),
                    list("/api/tenantProfiles", Audience.INSTALLATION),
                    list("/api/tenantProfileInfos", Audience.INSTALLATION),
                    post("/api/tenantProfile", "{\"name\":\"Isolation\"}", Audience.INSTALLATION),
                    ofNobody("POST /api/tenantProfile/{tenantProfileId}/default"),
                    ofNobody("DELETE /api/tenantProfile/{tenantProfileId}"),
                    get("/api/device/{deviceId}", Audience.ENTITY),
                    get("/api/device/info/{deviceId}", Audience.ENTITY),
                    get("/api/device/{deviceId}/credentials", Audience.ENTITY),
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
                    post(
                            "/api/device/credentials",
                            VICTIM.credentialsBody(),
                            Audience.ENTITY_ADMIN),
                    list("/api/tenant/devices", Audience.OWN_TENANT_ADMIN),
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
                    get("/api/ruleChain/{ruleChainId}", Audience.ENTITY_ADMIN),
                    get("/api/ruleChain/{ruleChainId}/metadata", Audience.ENTITY_ADMIN),
                    get("/api/ruleChain/{ruleChainId}/output/labels", Audience.ENTITY_ADMIN),
                    new Endpoint(
                            "DELETE /api/ruleChain/{ruleChainId}",
                            "/api/ruleChain/" + VICTIM.chain(),
                            null,
                            Audience.ENTITY_ADMIN),
                    new Endpoint(
                            "POST /api/ruleChain/{ruleChainId}/root",
                            "/api/ruleChain/" + VICTIM.chain() + "/root",
                            null,
                            Audience.ENTITY_ADMIN),
                    post("/api/ruleChain", VICTIM.chainBody(), Audience.ENTITY_ADMIN),
                    post("/api/ruleChain/metadata", VICTIM.graphBody(), Audience.ENTITY_ADMIN),
                    post(
                            "/api/ruleChain/device/default",
                            "{\"name\":\"own\"}",
                            Audience.OWN_TENANT_ADMIN),
                    post(
                            "/api/ruleChain/import",
                            "{\"ruleChain\":%s,\"metadata\":%s}"
                                    .formatted(VICTIM.chainBody(), VICTIM.graphBody()),
                            Audience.OWN_TENANT_ADMIN),
                    list("/api/ruleChains", Audience.OWN_TENANT_ADMIN),
                    new Endpoint(
                            "GET /api/ruleChains/export",
                            "/api/ruleChains/export?limit=100",
                            null,
                            Audience.OWN_TENANT_ADMIN),
                    new Endpoint(
                            "POST /api/ruleChains/import",
                            "/api/ruleChains/import?overwrite=true",
                            "{\"ruleChains\":[%s],\"metadata\":[%s]}"
                                    .formatted(VICTIM.chainBody(), VICTIM.graphBody()),
                            Audience.OWN_TENANT_ADMIN),
                    list("/api/queues", Audience.ADMINISTRATOR)
                            .withParameter("serviceType=TB-RULE-ENGINE"),
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
                    get("/api/messages/{messageId}/path", Audience.ENTITY_ADMIN),
                    get("/api/messages/{entityType}/{entityId}/paths", Audience.ENTITY_ADMIN),
                    list("/api/deadLetters", Audience.OWN_TENANT_ADMIN),
                    get("/api/deadLetter/{deadLetterId}", Audience.ENTITY_ADMIN),
                    new Endpoint(
                            "POST /api/deadLetter/{deadLetterId}/resend",
                            "/api/deadLetter/" + VICTIM.letter() + "/resend",
                            null,
                            Audience.ENTITY_ADMIN),
                    new Endpoint(
                            "DELETE /api/deadLetter/{deadLetterId}",
                            "/api/deadLetter/" + VICTIM.letter(),
                            null,
                            Audience.ENTITY_ADMIN),
                    post(
                            "/api/deadLetters/resend",
                            VICTIM.lettersBody(),
                            Audience.OWN_TENANT_ADMIN),
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
                            Audience.OWN_TENANT_ADMIN),
                    telemetry("/keys/timeseries"),
                    telemetry("/values/timeseries"),
                    telemetry("/keys/attributes"),
                    telemetry("/keys/attributes/{scope}"),
                    telemetry("/values/attributes"),
                    telemetry("/values/attributes/{scope}"));

    private static Endpoint get(String pattern, Audience audience) {
        return new Endpoint("GET " + pattern, VICTIM.fill(pattern), null, audience);
    }

    private static Endpoint get(String pattern, String query) {
        return new Endpoint(
                "GET " + pattern, VICTIM.fill(pattern) + query, null, Audience.INSTALLATION);
    }

    /** Nothing has the id, so that the administrator of the installation, who may call it, leaves the victim as it is. */
    private static Endpoint ofNobody(String mapping) {
        String path = mapping.substring(mapping.indexOf(' ') + 1);
        String nobody = UUID.randomUUID().toString();
        return new Endpoint(
                mapping, path.replaceAll("\\{\\w+}", nobody), null, Audience.INSTALLATION);
    }

    private static Endpoint list(String pattern, Audience audience) {
        return new Endpoint("GET " + pattern, pattern + "?pageSize=100&page=0", null, audience);
    }

    private static Endpoint post(String pattern, String body, Audience audience) {
        return new Endpoint("POST " + pattern, pattern, body, audience);
    }

    private static Endpoint telemetry(String pattern) {
        return get("/api/plugins/telemetry/{entityType}/{entityId}" + pattern, Audience.ENTITY);
    }

    /** Not the API: errors, the description, and what the actuator maps. */
    private static final Set<String> ELSEWHERE = Set.of("/error", "/v3/api-docs", "/swagger-ui");

    static Stream<Endpoint> endpoints() {
        return ENDPOINTS.stream();
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
    void everyEndpointOfTheServiceStandsInTheTable() {
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
    @MethodSource("endpoints")
    void nobodyGetsInWithoutAToken(Endpoint endpoint) {
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
            VICTIM.assertUntouched();
        }
    }

    private static List<Integer> allowed(Audience audience) {
        return switch (audience) {
            case PUBLIC -> List.of(401);
            case EVERYBODY, OWN_TENANT -> List.of(200);
            case OWN_TENANT_ADMIN, ADMINISTRATOR -> List.of(200, 403);
            case INSTALLATION -> List.of(403);
            case TENANT, ACCOUNT, ENTITY, ENTITY_ADMIN -> List.of(403, 404);
        };
    }

    @ParameterizedTest
    @MethodSource("endpoints")
    void aCustomersUserOfTheSameTenantSeesNothingThatIsNotAssignedToIt(Endpoint endpoint) {
        RestClient user = SERVER.customerUser(VICTIM.tenant(), SERVER.newCustomer(VICTIM.tenant()));

        RestClient.Answer answer = call(user, endpoint);

        if (endpoint.audience() == Audience.ENTITY && !endpoint.path().contains("Profile")) {
            answer.expect(403);
        }
        if (endpoint.audience() == Audience.ACCOUNT) {
            answer.expectError(404, 32);
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
            case EVERYBODY, ADMINISTRATOR -> answer.expect(200);
            case TENANT, ACCOUNT -> answer.expect(200);
            case INSTALLATION -> assertThat(answer.status()).isIn(200, 404);
            case OWN_TENANT, OWN_TENANT_ADMIN, ENTITY, ENTITY_ADMIN -> answer.expect(403);
        }
        assertNothingLeaks(answer, endpoint);
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
            assertThat(answer.body())
                    .doesNotContain(
                            VICTIM.device(),
                            VICTIM.profile(),
                            VICTIM.chain(),
                            VICTIM.letter().toString());
        }
        if (answer.status() == 200
                && !Set.of(Audience.INSTALLATION, Audience.TENANT, Audience.ACCOUNT)
                        .contains(endpoint.audience())) {
            assertThat(answer.body()).doesNotContain(VICTIM.tenant().toString());
        }
    }

    /** A tenant with everything that others might want to see. */
    private record Victim(
            TenantId tenant,
            RestClient admin,
            String device,
            String profile,
            String chain,
            String queue,
            UUID letter,
            String token) {

        static Victim create() {
            TenantId tenant = SERVER.newTenant();
            RestClient admin = SERVER.tenantAdministrator(tenant);
            var device =
                    admin.post("/api/device", Map.of("name", SECRET, "type", SECRET + "-type"))
                            .expect(200)
                            .json();
            String id = device.at("/id/id").stringValue();
            String token =
                    admin.get("/api/device/" + id + "/credentials")
                            .expect(200)
                            .text("/credentialsId");
            TestTelemetry stored = SERVER.bean(TestTelemetry.class);
            var entity = DeviceId.of(id).entity();
            stored.put(tenant, entity, SECRET, 1, new Value.StringValue(SECRET));
            Arrays.stream(AttributeScope.values())
                    .forEach(scope ->
                            stored.put(
                                    tenant,
                                    entity,
                                    scope,
                                    SECRET,
                                    1,
                                    new Value.StringValue(SECRET)));
            String chain =
                    admin.post("/api/ruleChain", Map.of("name", SECRET)).expect(200).text("/id/id");
            return new Victim(
                    tenant,
                    admin,
                    id,
                    device.at("/deviceProfileId/id").stringValue(),
                    chain,
                    admin.get("/api/queues/name/Main").expect(200).text("/id/id"),
                    bury(tenant, entity),
                    token);
        }

        private static UUID bury(TenantId tenant, EntityId originator) {
            DeadLetter letter =
                    new DeadLetter(
                            TimeOrderedUuid.next(),
                            RuleMessage.of(
                                    tenant,
                                    originator,
                                    SECRET,
                                    Metadata.EMPTY,
                                    Payload.ofText(SECRET),
                                    1),
                            "Main",
                            Failure.of(SECRET),
                            Path.EMPTY,
                            1,
                            Instant.now(),
                            null);
            SERVER.bean(DeadLetterStorage.class).add(letter).toCompletableFuture().join();
            return letter.deliveryId();
        }

        String fill(String pattern) {
            return pattern.replace("{tenantId}", tenant.toString())
                    .replace("{userId}", admin.get("/api/auth/user").text("/id/id"))
                    .replace("{deviceId}", device)
                    .replace("{deviceProfileId}", profile)
                    .replace("{ruleChainId}", chain)
                    .replace("{queueId}", queue)
                    .replace("{queueName}", "Main")
                    .replace("{messageId}", device)
                    .replace("{deadLetterId}", letter.toString())
                    .replace("{entityType}", "DEVICE")
                    .replace("{entityId}", device)
                    .replace("{scope}", "SERVER_SCOPE");
        }

        /** Another administrator of the tenant. */
        String intruderBody() {
            return """
            {"tenantId":{"entityType":"TENANT","id":"%s"},"authority":"TENANT_ADMIN","email":"intruder@example.com"}
            """
                    .formatted(tenant);
        }

        String deviceBody() {
            return "{\"id\":{\"entityType\":\"DEVICE\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                    .formatted(device);
        }

        String profileBody() {
            return "{\"id\":{\"entityType\":\"DEVICE_PROFILE\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                    .formatted(profile);
        }

        String chainBody() {
            return "{\"id\":{\"entityType\":\"RULE_CHAIN\",\"id\":\"%s\"},\"name\":\"taken over\"}"
                    .formatted(chain);
        }

        String graphBody() {
            return """
            {"ruleChainId":{"entityType":"RULE_CHAIN","id":"%s"},"firstNodeIndex":0,
             "nodes":[{"type":"org.thingsboard.rule.engine.flow.TbAckNode","name":"swallow"}]}
            """
                    .formatted(chain);
        }

        String lettersBody() {
            return "{\"ids\":[\"%s\"]}".formatted(letter);
        }

        String credentialsBody() {
            return "{\"deviceId\":{\"entityType\":\"DEVICE\",\"id\":\"%s\"},\"credentialsId\":\"stolen\"}"
                    .formatted(device);
        }

        void assertUntouched() {
            assertThat(admin.get("/api/device/" + device).expect(200).text("/name"))
                    .isEqualTo(SECRET);
            assertThat(admin.get("/api/deviceProfile/" + profile).expect(200).text("/name"))
                    .isEqualTo(SECRET + "-type");
            RestClient.Answer header = admin.get("/api/ruleChain/" + chain).expect(200);
            assertThat(header.text("/name")).isEqualTo(SECRET);
            assertThat(header.text("/version")).isEqualTo("1");
            assertThat(header.text("/root")).isEqualTo("false");
            assertThat(admin.get("/api/device/" + device + "/credentials").text("/credentialsId"))
                    .isEqualTo(token);
            assertThat(admin.get("/api/deadLetter/" + letter).expect(200).text("/error"))
                    .isEqualTo(SECRET);
        }
    }
}
