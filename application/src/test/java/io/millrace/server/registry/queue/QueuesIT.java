// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.SubmitStrategy;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class QueuesIT {

    private static final RestServer SERVER = RestServer.running();
    private static final String SAVE = "/api/queues?serviceType=TB-RULE-ENGINE";

    private final RestClient root = SERVER.systemAdministrator();

    /** A name that no other test has. */
    private static String newName() {
        return "Queue-" + UUID.randomUUID();
    }

    private static ObjectNode queue(String name) {
        ObjectNode queue = RestClient.object().put("name", name);
        queue.putObject("submitStrategy").put("type", "BURST").put("batchSize", 1_000);
        queue.putObject("processingStrategy")
                .put("type", "RETRY_FAILED")
                .put("retries", 2)
                .put("pauseBetweenRetries", 0)
                .put("maxPauseBetweenRetries", 0);
        return queue;
    }

    private ObjectNode create(String name) {
        return (ObjectNode) root.post(SAVE, queue(name)).expect(200).json();
    }

    private static Optional<QueueDefinition> running(String name) {
        return SERVER.bean(QueueRegistry.class).all().stream()
                .map(NamedQueue::definition)
                .filter(definition -> definition.key().equals(QueueKey.shared(name)))
                .findFirst();
    }

    private String refusal(Object body) {
        return root.post(SAVE, body).expectError(400, 31).text("/message");
    }

    @Test
    void thereAreThreeQueuesFromTheStart() {
        for (QueueDefinition expected : QueueDefinition.DEFAULTS) {
            JsonNode queue = root.get("/api/queues/name/" + expected.name()).expect(200).json();

            assertThat(queue.path("topic").stringValue()).isEqualTo(expected.topic());
            assertThat(queue.at("/tenantId/id").stringValue())
                    .isEqualTo(TenantId.SYSTEM.toString());
            assertThat(running(expected.name())).contains(expected);
        }
        JsonNode page =
                root.get("/api/queues?serviceType=TB-RULE-ENGINE&pageSize=3&page=0")
                        .expect(200)
                        .json();
        assertThat(page.path("data").valueStream().map(queue -> queue.path("name").stringValue()))
                .containsExactly("Main", "HighPriority", "SequentialByOriginator");
    }

    @Test
    void aQueueHasTheShapeThatClientsKnow() {
        JsonNode queue = root.get("/api/queues/name/HighPriority").expect(200).json();

        assertThat(queue.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "name",
                        "topic",
                        "pollInterval",
                        "partitions",
                        "consumerPerPartition",
                        "packProcessingTimeout",
                        "submitStrategy",
                        "processingStrategy",
                        "additionalInfo",
                        "version");
        assertThat(queue.at("/id/entityType").stringValue()).isEqualTo("QUEUE");
        assertThat(queue.path("submitStrategy").toString())
                .isEqualTo("{\"type\":\"BURST\",\"batchSize\":100}");
        assertThat(queue.path("processingStrategy").toString())
                .isEqualTo(
                        "{\"type\":\"RETRY_FAILED_AND_TIMED_OUT\",\"retries\":5,\"failurePercentage\":0.0,\"pauseBetweenRetries\":5,\"maxPauseBetweenRetries\":5}");
        assertThat(queue.path("packProcessingTimeout").intValue()).isEqualTo(10_000);
        assertThat(queue.path("partitions").intValue()).isEqualTo(48);
        assertThat(root.get("/api/queues/" + queue.at("/id/id").stringValue()).expect(200).json())
                .isEqualTo(queue);
    }

    @Test
    void aNewQueueRunsAtOnce() {
        String name = newName();

        ObjectNode created = create(name);

        assertThat(created.path("version").longValue()).isEqualTo(1);
        assertThat(created.has("warnings")).isFalse();
        assertThat(created.path("topic").stringValue())
                .isEqualTo("tb_rule_engine." + name.toLowerCase(Locale.ROOT));
        assertThat(running(name).orElseThrow().retry().maxAttempts()).isEqualTo(3);
    }

    @Test
    void aChangeRunsAtOnceAndKeepsWhatNeverChanges() {
        String name = newName();
        ObjectNode queue = create(name);
        queue.putObject("submitStrategy").put("type", "SEQUENTIAL_BY_TENANT");
        queue.putObject("processingStrategy").put("type", "DROP");
        queue.put("packProcessingTimeout", 30_000);
        queue.putObject("additionalInfo").put("description", "for pumps");

        JsonNode changed = root.post(SAVE, queue).expect(200).json();

        assertThat(changed.path("version").longValue()).isEqualTo(2);
        JsonNode stored = root.get("/api/queues/name/" + name).expect(200).json();
        assertThat(stored).isEqualTo(changed);
        assertThat(stored.at("/additionalInfo/description").stringValue()).isEqualTo("for pumps");
        QueueDefinition running = running(name).orElseThrow();
        assertThat(running.submit()).isEqualTo(SubmitStrategy.SEQUENTIAL_BY_TENANT);
        assertThat(running.retry()).isEqualTo(RetryPolicy.DROP);
        assertThat(running.deadline()).hasSeconds(30);
        root.post(SAVE, queue).expectError(409, 35);
    }

    @Test
    void saysWhatItHasReadOtherwiseThanItWasSentAndOnlyThen() {
        ObjectNode queue = queue(newName()).put("packProcessingTimeout", 2_000);
        queue.putObject("processingStrategy").put("type", "RETRY_ALL").put("retries", 0);

        ObjectNode saved = (ObjectNode) root.post(SAVE, queue).expect(200).json();

        assertThat(saved.path("warnings")).hasSize(3);
        assertThat(saved.path("packProcessingTimeout").intValue()).isEqualTo(10_000);
        assertThat(saved.at("/processingStrategy/type").stringValue())
                .isEqualTo("RETRY_FAILED_AND_TIMED_OUT");
        assertThat(saved.at("/processingStrategy/retries").intValue()).isEqualTo(5);
        String id = saved.at("/id/id").stringValue();
        assertThat(root.get("/api/queues/" + id).expect(200).json().has("warnings")).isFalse();
        assertThat(root.post(SAVE, saved).expect(200).json().has("warnings")).isFalse();
    }

    @Test
    void retriesWithoutEndAreGivenBackAsSuch() {
        ObjectNode queue = queue(newName());
        queue.putObject("processingStrategy").put("type", "RETRY_FAILED").put("unlimited", true);

        JsonNode saved = root.post(SAVE, queue).expect(200).json();

        assertThat(saved.at("/processingStrategy/unlimited").booleanValue()).isTrue();
        assertThat(saved.at("/processingStrategy/retries").intValue()).isZero();
        JsonNode stored = root.get("/api/queues/" + saved.at("/id/id").stringValue()).json();
        assertThat(stored).isEqualTo(saved);
    }

    @Test
    void nameAndTopicNeverChange() {
        ObjectNode queue = create(newName());
        queue.remove("version");

        assertThat(refusal(queue.deepCopy().put("name", newName()))).startsWith("name:");
        assertThat(refusal(queue.deepCopy().put("topic", newName()))).startsWith("topic:");
        queue.remove(List.of("name", "topic", "partitions"));
        assertThat(root.post(SAVE, queue).expect(200).json().path("partitions").intValue())
                .isEqualTo(48);
    }

    @Test
    void theNumberOfPartitionsChangesAndTheAnswerSaysSo() {
        String name = newName();
        ObjectNode queue = create(name);

        ObjectNode changed =
                (ObjectNode) root.post(SAVE, queue.put("partitions", 24)).expect(200).json();

        assertThat(changed.path("warnings").toString())
                .contains("partitions: changed from 48 to 24");
        changed.remove("warnings");
        assertThat(root.get("/api/queues/name/" + name).expect(200).json()).isEqualTo(changed);
        assertThat(changed.path("partitions").intValue()).isEqualTo(24);
        assertThat(changed.path("topic")).isEqualTo(queue.path("topic"));
        assertThat(running(name).orElseThrow().partitions()).isEqualTo(24);
        assertThat(root.post(SAVE, changed).expect(200).json().has("warnings")).isFalse();
    }

    @Test
    void namesAndTopicsAreUnique() {
        String name = newName();
        create(name);

        assertThat(refusal(queue(name).put("topic", newName()))).startsWith("name:");
        assertThat(refusal(queue(newName()).put("topic", "tb_rule_engine.main")))
                .startsWith("topic:");
        assertThat(refusal(queue(newName()).put("topic", "tb.rule.engine_main")))
                .as("Kafka takes the two for one")
                .startsWith("topic:");
        assertThat(running("Main")).contains(QueueDefinition.MAIN);
    }

    @Test
    void refusesAQueueThatCannotBeWithAllItsFaults() {
        ObjectNode queue = queue("not a name").put("partitions", 0);
        queue.putObject("submitStrategy").put("type", "FAST");

        assertThat(refusal(queue)).contains("name:", "partitions:", "submitStrategy.type:");
        assertThat(refusal("[]")).contains("expected a JSON object");
        assertThat(refusal("{\"id\":5}")).startsWith("id:");
        assertThat(refusal(queue(newName()).put("version", "new"))).startsWith("version:");
        ObjectNode unknown = queue(newName());
        unknown.putObject("id").put("entityType", "QUEUE").put("id", UUID.randomUUID().toString());
        root.post(SAVE, unknown).expectError(404, 32);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TB_CORE", "TB-TRANSPORT", "anything"})
    void onlyTheRuleEngineHasQueues(String service) {
        JsonNode page =
                root.get("/api/queues?pageSize=10&page=0&serviceType=" + service)
                        .expect(200)
                        .json();
        assertThat(page.path("totalElements").intValue()).isZero();
        root.post("/api/queues?serviceType=" + service, queue(newName())).expectError(400, 31);
    }

    @Test
    void findsListsAndSorts() {
        String name = newName();
        create(name);
        create(name + "-b");
        String search =
                "/api/queues?serviceType=TB_RULE_ENGINE&pageSize=1&page=0&sortProperty=name&sortOrder=DESC&textSearch="
                        + name.toUpperCase(Locale.ROOT);

        JsonNode page = root.get(search).expect(200).json();

        assertThat(page.path("totalElements").intValue()).isEqualTo(2);
        assertThat(page.path("hasNext").booleanValue()).isTrue();
        assertThat(page.at("/data/0/name").stringValue()).isEqualTo(name + "-b");
        root.get("/api/queues?pageSize=1&page=0").expectError(400, 31);
        root.get("/api/queues/" + UUID.randomUUID()).expectError(404, 32);
        root.get("/api/queues/name/" + newName()).expectError(404, 32);
    }

    @Test
    void mainCannotBeDeleted() {
        String id = root.get("/api/queues/name/Main").expect(200).text("/id/id");

        String message = root.delete("/api/queues/" + id).expectError(400, 31).text("/message");

        assertThat(message).contains("Main");
    }

    @Test
    void aQueueIsDeletedOnceNoDeviceProfileUsesIt() {
        String name = newName();
        String path = "/api/queues/" + create(name).at("/id/id").stringValue();
        RestClient tenant = SERVER.newTenantAdministrator();
        ObjectNode profile =
                (ObjectNode)
                        tenant.post(
                                        "/api/deviceProfile",
                                        Map.of("name", "pump", "defaultQueueName", name))
                                .expect(200)
                                .json();

        assertThat(root.delete(path).expectError(400, 31).text("/message")).contains("'pump'");

        tenant.post("/api/deviceProfile", profile.put("defaultQueueName", "")).expect(200);
        root.delete(path).expect(200);
        root.get(path).expectError(404, 32);
        root.delete(path).expectError(404, 32);
        assertThat(running(name)).isEmpty();
    }

    @Test
    void aQueueWaitsToBeDeletedForWhoeverIsAboutToNameIt() {
        String name = newName();
        String path = "/api/queues/" + create(name).at("/id/id").stringValue();
        TenantId tenant = SERVER.newTenant();
        TransactionTemplate transaction =
                new TransactionTemplate(SERVER.bean(PlatformTransactionManager.class));

        CompletableFuture<RestClient.Answer> deletion =
                transaction.execute(_ -> {
                    assertThat(SERVER.bean(QueueRepository.class).hold(tenant, name)).isTrue();
                    CompletableFuture<RestClient.Answer> started =
                            CompletableFuture.supplyAsync(() -> root.delete(path));
                    await().until(QueuesIT::somebodyWaitsForALock);
                    SERVER.bean(JdbcClient.class)
                            .sql(
                                    "update device_profile set default_queue_name = ? where tenant_id = ?")
                            .params(name, tenant.id())
                            .update();
                    return started;
                });

        assertThat(deletion.join().expectError(400, 31).text("/message"))
                .contains("'default'", tenant.toString());
        assertThat(running(name)).isPresent();
    }

    private static boolean somebodyWaitsForALock() {
        return SERVER.bean(JdbcClient.class)
                .sql(
                        "select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database())")
                .query(Boolean.class)
                .single();
    }

    @Test
    void aDeviceProfileNamesAQueueThatThereIs() {
        RestClient tenant = SERVER.newTenantAdministrator();
        ObjectNode profile =
                (ObjectNode)
                        tenant.post("/api/deviceProfile", Map.of("name", "pump"))
                                .expect(200)
                                .json();
        profile.put("defaultQueueName", newName());

        for (Object body :
                List.of(profile, Map.of("name", "valve", "defaultQueueName", newName()))) {
            assertThat(
                            tenant.post("/api/deviceProfile", body)
                                    .expectError(400, 31)
                                    .text("/message"))
                    .isEqualTo("Device profile is referencing to non-existent queue!");
        }
        tenant.post("/api/deviceProfile", profile.putNull("defaultQueueName")).expect(200);
    }

    @Test
    void aTenantWithQueuesOfItsOwnSeesThemInsteadOfTheSharedOnes() {
        TenantId tenant = SERVER.newTenant();
        RestClient admin = SERVER.tenantAdministrator(tenant);
        String list = "/api/queues?serviceType=TB-RULE-ENGINE&pageSize=100&page=0";
        assertThat(admin.get(list).expect(200).text("/data/0/name")).isEqualTo("Main");

        JdbcClient jdbc = SERVER.bean(JdbcClient.class);
        jdbc.sql(
                        """
                        insert into queue (id, created_time, tenant_id, name, topic, poll_interval, partitions,
                                           consumer_per_partition, pack_processing_timeout, submit_strategy, processing_strategy)
                        select uuidv7(), 0, :tenant, 'Main', 'own.' || :tenant, poll_interval, partitions,
                               consumer_per_partition, pack_processing_timeout, submit_strategy, processing_strategy
                          from queue where name = 'HighPriority'
                        """)
                .param("tenant", tenant.id())
                .update();
        SERVER.bean(QueueDefinitions.class).reload();

        JsonNode own = admin.get(list).expect(200).json();
        assertThat(own.path("totalElements").intValue()).isEqualTo(1);
        assertThat(own.at("/data/0/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(admin.get("/api/queues/name/Main").expect(200).text("/topic"))
                .isEqualTo("own." + tenant);
        admin.get("/api/queues/name/HighPriority").expectError(404, 32);
        admin.post("/api/deviceProfile", Map.of("name", "p", "defaultQueueName", "HighPriority"))
                .expectError(400, 31);
        assertThat(SERVER.bean(QueueRegistry.class).all())
                .extracting(NamedQueue::key)
                .contains(new QueueKey(tenant, "Main"), QueueKey.shared("Main"));
    }

    @Test
    void onlyTheAdministratorOfTheInstallationChangesQueues() {
        RestClient tenant = SERVER.newTenantAdministrator();
        String main = tenant.get("/api/queues/name/Main").expect(200).text("/id/id");

        tenant.post(SAVE, queue(newName())).expectError(403, 20);
        tenant.delete("/api/queues/" + main).expectError(403, 20);
    }
}
