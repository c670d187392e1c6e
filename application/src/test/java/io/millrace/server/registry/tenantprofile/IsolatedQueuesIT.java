// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.tenantprofile;

import static io.millrace.server.registry.tenantprofile.ProfileAdministration.body;
import static io.millrace.server.registry.tenantprofile.ProfileAdministration.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueRegistry;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class IsolatedQueuesIT {

    private static final String QUEUE =
            """
            {"name":"%s","topic":"%s","pollInterval":25,"partitions":10,"consumerPerPartition":true,
             "packProcessingTimeout":2000,"submitStrategy":{"type":"BURST","batchSize":1000},
             "processingStrategy":{"type":"SKIP_ALL_FAILURES","retries":3,"failurePercentage":0.0,
                                   "pauseBetweenRetries":3,"maxPauseBetweenRetries":3}}
            """;

    private static final String MAIN = QUEUE.formatted("Main", "main");
    private static final String SECOND = QUEUE.formatted("Second", "second");

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.systemAdministrator();
    private final ProfileAdministration profiles = new ProfileAdministration(admin);
    private final String name = "Profile " + UUID.randomUUID();

    private ObjectNode isolatedProfile(String... queues) {
        return profiles.createIsolated(name, described(queues));
    }

    private static String described(String... queues) {
        return "{\"queueConfiguration\":[%s]}".formatted(String.join(",", queues));
    }

    private static JsonNode queuesOf(RestClient tenant) {
        return tenant.get(
                        "/api/queues?serviceType=TB-RULE-ENGINE&pageSize=10&page=0&sortProperty=name&sortOrder=ASC")
                .expect(200)
                .json()
                .path("data");
    }

    private RestClient administrator(JsonNode tenant) {
        return server.tenantAdministrator(TenantId.of(id(tenant)));
    }

    private Set<QueueKey> running(TenantId tenant) {
        return server.bean(QueueRegistry.class).all().stream()
                .map(NamedQueue::key)
                .filter(key -> key.tenant().equals(tenant))
                .collect(Collectors.toSet());
    }

    private ObjectNode save(ObjectNode profile, String... queues) {
        profile.set("profileData", JsonMapper.shared().readTree(described(queues)));
        return profiles.save(profile);
    }

    @Test
    void theQueuesOfAnIsolatedProfileAreItsTenants() {
        ObjectNode profile = isolatedProfile(MAIN, SECOND);
        JsonNode tenant = profiles.newTenant(profile);

        JsonNode own = queuesOf(administrator(tenant));

        assertThat(own.valueStream().map(queue -> queue.path("name").stringValue()))
                .containsExactly("Main", "Second");
        assertThat(own.at("/0/topic").stringValue()).isEqualTo("main.isolated." + id(tenant));
        assertThat(own.at("/0/partitions").intValue()).isEqualTo(10);
        assertThat(own.at("/0/packProcessingTimeout").intValue()).isEqualTo(10_000);
        assertThat(own.at("/0/tenantId/id").stringValue()).isEqualTo(id(tenant));
        assertThat(running(TenantId.of(id(tenant)))).hasSize(2);
        assertThat(queuesOf(server.newTenantAdministrator()).valueStream())
                .noneMatch(queue -> queue.path("name").stringValue().equals("Second"));
    }

    @Test
    void aQueueKeepsItsIdWhenItsProfileChanges() {
        ObjectNode profile = isolatedProfile(MAIN, SECOND);
        RestClient user = administrator(profiles.newTenant(profile));
        String main = queuesOf(user).at("/0/id/id").stringValue();

        save(profile, MAIN.replace("BURST", "SEQUENTIAL"));

        JsonNode changed = user.get("/api/queues/" + main).expect(200).json();
        assertThat(changed.at("/submitStrategy/type").stringValue()).isEqualTo("SEQUENTIAL");
        assertThat(changed.path("version").longValue()).isEqualTo(2);
        assertThat(queuesOf(user).size()).isEqualTo(1);
    }

    @Test
    void aQueueStaysUntouchedWhenAnotherPartOfItsProfileChanges() {
        ObjectNode profile = isolatedProfile(MAIN);
        RestClient user = administrator(profiles.newTenant(profile));
        JsonNode before = queuesOf(user);

        admin.post("/api/tenantProfile", profile.put("description", "for pumps")).expect(200);

        assertThat(queuesOf(user)).isEqualTo(before);
    }

    @Test
    void theNumberOfPartitionsFollowsTheProfileAndTheAnswerSaysSo() {
        ObjectNode profile = isolatedProfile(MAIN);
        RestClient user = administrator(profiles.newTenant(profile));
        JsonNode before = queuesOf(user).path(0);

        ObjectNode saved = save(profile, MAIN.replace("\"partitions\":10", "\"partitions\":20"));

        assertThat(saved.path("warnings").toString())
                .contains("queue Main: partitions: changed from 10 to 20");
        JsonNode after = queuesOf(user).path(0);
        assertThat(after.path("partitions").intValue()).isEqualTo(20);
        assertThat(after.path("id")).isEqualTo(before.path("id"));
        assertThat(after.path("topic")).isEqualTo(before.path("topic"));
    }

    @Test
    void aTenantsQueuesFollowItFromProfileToProfile() {
        ObjectNode tenant = profiles.newTenant(isolatedProfile(MAIN, SECOND));
        TenantId id = TenantId.of(id(tenant));
        String shared = admin.get("/api/tenantProfileInfo/default").expect(200).text("/id/id");

        tenant.putObject("tenantProfileId").put("entityType", "TENANT_PROFILE").put("id", shared);
        admin.post("/api/tenant", tenant).expect(200);

        assertThat(running(id)).isEmpty();
        assertThat(queuesOf(administrator(tenant)).at("/0/tenantId/id").stringValue())
                .isEqualTo(TenantId.SYSTEM.toString());
    }

    @Test
    void aDeletedTenantsQueuesAreGone() {
        TenantId tenant = TenantId.of(id(profiles.newTenant(isolatedProfile(MAIN))));

        admin.delete("/api/tenant/" + tenant).expect(200);

        assertThat(running(tenant)).isEmpty();
    }

    @Test
    void isolatedTenantsWithoutQueuesGetThemAtTheStart() {
        TenantId tenant = TenantId.of(id(profiles.newTenant(isolatedProfile(MAIN))));
        server.bean(JdbcClient.class)
                .sql("delete from queue where tenant_id = ?")
                .param(tenant.id())
                .update();

        server.bean(TenantProfileService.class).provideMissingQueues();

        assertThat(running(tenant)).containsExactly(new QueueKey(tenant, "Main"));
        assertThat(queuesOf(server.tenantAdministrator(tenant)).size()).isEqualTo(1);
    }

    @Test
    void theAnswerSaysWhatWasReadOtherwise() {
        ObjectNode saved = isolatedProfile(MAIN.replace("SKIP_ALL_FAILURES", "RETRY_ALL"));

        assertThat(saved.path("warnings").valueStream().map(JsonNode::stringValue))
                .anyMatch(warning ->
                        warning.startsWith(
                                "profileData.queueConfiguration[0].processingStrategy.type: RETRY_ALL"))
                .anyMatch(warning ->
                        warning.startsWith(
                                "profileData.queueConfiguration[0].packProcessingTimeout: 2000 ms"));
        assertThat(saved.at("/profileData/queueConfiguration/0/packProcessingTimeout").intValue())
                .as("the profile itself stays as it came")
                .isEqualTo(2_000);
    }

    @Test
    void anIsolatedProfileNeedsQueuesThatCanBe() {
        String main = MAIN;
        Map<String, String> faults =
                Map.of(
                        "[]",
                        "Main",
                        "[%s]".formatted(SECOND),
                        "Main",
                        "[%s,%s]".formatted(main, main),
                        "a unique name for each queue",
                        "[%s]".formatted(main.replace("\"partitions\":10", "\"partitions\":0")),
                        "queueConfiguration[0].partitions",
                        "[%s,%s]".formatted(main, SECOND.replace("second", "main")),
                        "a unique topic for each queue",
                        "[%s]".formatted(main.replace("BURST", "AT_ONCE")),
                        "queueConfiguration[0].submitStrategy.type: expected one of BURST, BATCH",
                        "[%s]".formatted(main.replace("SKIP_ALL_FAILURES", "SHRUG")),
                        "queueConfiguration[0].processingStrategy.type",
                        "[%s]".formatted(main.replace("\"retries\":3", "\"retries\":-3")),
                        "queueConfiguration[0].processingStrategy.retries",
                        "{}",
                        "a JSON array",
                        "[5]",
                        "queueConfiguration[0]: expected a JSON object");
        faults.forEach((queues, said) ->
                assertThat(
                                admin.post(
                                                "/api/tenantProfile",
                                                body(
                                                        name,
                                                        true,
                                                        "{\"queueConfiguration\":%s}"
                                                                .formatted(queues)))
                                        .expectError(400, 31)
                                        .text("/message"))
                        .contains(said));
    }
}
