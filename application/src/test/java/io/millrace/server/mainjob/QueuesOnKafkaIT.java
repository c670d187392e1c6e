// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.queue.QueueDefinition;
import io.millrace.server.ApplicationProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The real service on a real broker: queues of isolated tenants, changes of the number of partitions, and what operators
 * see.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class QueuesOnKafkaIT {

    private static final String QUEUES = "/api/queues?serviceType=TB-RULE-ENGINE";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Those of the three queues that there are from the start. */
    private static final int SHARED = 3 * QueueDefinition.DEFAULT_PARTITIONS;

    private static final int OWN = 5;

    private static final int MORE_OWN = 7;
    private static final Duration PACE = Duration.ofMillis(100);
    private static final int SEVERAL = 5;

    @TempDir private static Path directory;
    private static TestCluster cluster;
    private static ApplicationProcess instance;

    @BeforeAll
    static void start() {
        cluster = new TestCluster(directory);
        cluster.growTo(1);
        instance = cluster.instance(0).process();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    @Order(1)
    void anIsolatedTenantHasATopicOfItsOwnThatIsReadOnWhenItIsNotIsolatedAnyMore() {
        awaitPartitions(SHARED);
        ServiceClient root = systemAdministrator();

        ObjectNode profile = (ObjectNode) root.post("/api/tenantProfile", isolatedProfile(OWN));
        ObjectNode tenant = JSON.createObjectNode().put("title", "Isolated");
        tenant.set("tenantProfileId", profile.path("id"));
        root.post("/api/tenant", tenant);
        awaitPartitions(SHARED + OWN);

        profile.set("profileData", isolatedProfile(MORE_OWN).path("profileData"));
        profile = (ObjectNode) root.post("/api/tenantProfile", profile);
        assertThat(profile.path("warnings").toString())
                .contains(
                        "queue Main: partitions: changing from %d to %d".formatted(OWN, MORE_OWN));
        awaitPartitions(SHARED + OWN + MORE_OWN);

        root.post("/api/tenantProfile", profile.put("isolatedTbRuleEngine", false));
        await().untilAsserted(() ->
                assertThat(get("/actuator/prometheus"))
                        .as("what may be in the topics is still read")
                        .contains(
                                "millrace_kafka_partitions %d.0".formatted(SHARED + OWN + MORE_OWN),
                                "millrace_kafka_waiting_topics 0.0",
                                "millrace_kafka_available 1.0",
                                "millrace_kafka_span 0.0",
                                "millrace_kafka_oldest_seconds 0.0",
                                "millrace_kafka_sending_bytes 0.0",
                                "millrace_kafka_metadata_omitted_total 0.0",
                                "millrace_storage_fenced_total{store=\"in-flight\"} 0.0",
                                "kafka_consumer_fetch_manager_records_lag_max{",
                                "kafka_producer_record_send_total{")
                        .as("of whole clients: topics of isolated tenants are no tags")
                        .doesNotContain("topic=", "partition="));
        assertThat(get("/actuator/health")).doesNotContain("brokers");
        assertThat(root.get("/actuator/health").at("/components/kafka/details/brokers"))
                .hasToString("\"answer\"");
    }

    @Test
    @Order(2)
    void theNumberOfPartitionsChangesUnderLoadAndTheOrderStays() throws IOException {
        ServiceClient root = systemAdministrator();
        ServiceClient service = cluster.instance(0).signIn();
        ObjectNode queue = (ObjectNode) root.post(QUEUES, sequentialQueue());
        try (Witness witness = new Witness(Duration.ofMillis(10));
                Fleet ordered = new Fleet(witness);
                Fleet others = new Fleet(witness)) {
            String chain = RuleChains.witnessed(witness.url(), 0).save(service);
            fill(ordered, service, ClusterProfiles.make(service, "Ordered", chain));
            fill(others, service, ClusterProfiles.make(service, "Main", chain));
            ordered.awaitMoreOfEach(SEVERAL);

            queue = change(root, queue, 48);
            awaitWaitingTopics(1);
            queue = change(root, queue, 24);
            others.awaitMoreOfEach(SEVERAL);
            ordered.awaitMoreOfEach(SEVERAL);

            ordered.settle(service);
            others.settle(service);
            assertThat(ordered.reordered()).as(ordered::toString).isEmpty();
            assertThat(ordered.repeated()).as(ordered::toString).isEmpty();
            assertThat(ordered.mostUnderWay()).isEqualTo(1);
            assertThat(ordered.disconnections() + others.disconnections()).isZero();
        }
        await().until(() -> cluster.inFlight("%") == 0);
        assertThat(root.get("/api/queues/name/Ordered").path("partitions").intValue())
                .isEqualTo(24);
        assertThat(cluster.owners(queue.path("topic").stringValue() + "-g3")).hasSize(1);
        awaitWaitingTopics(0);
    }

    private static void fill(Fleet fleet, ServiceClient service, String profile) {
        fleet.add(service, profile, MqttDevice.TELEMETRY, 8, PACE, cluster::mqttPorts);
    }

    private static ObjectNode sequentialQueue() {
        return (ObjectNode)
                JSON.readTree(
                        """
                        {"name": "Ordered", "partitions": 12, "submitStrategy": {"type": "SEQUENTIAL_BY_ORIGINATOR"},
                         "processingStrategy": {"type": "RETRY_FAILED_AND_TIMED_OUT", "retries": 3}}
                        """);
    }

    private static ObjectNode change(ServiceClient root, ObjectNode queue, int partitions) {
        int before = queue.path("partitions").intValue();
        ObjectNode changed =
                (ObjectNode) root.post(QUEUES, queue.deepCopy().put("partitions", partitions));
        assertThat(changed.path("warnings").toString())
                .contains("changing from %d to %d".formatted(before, partitions));
        assertThat(changed.path("partitions").intValue()).isEqualTo(partitions);
        return changed;
    }

    private static ServiceClient systemAdministrator() {
        return cluster.instance(0).signIn("sysadmin@millrace.local");
    }

    private static JsonNode isolatedProfile(int partitions) {
        return JSON.readTree(
                """
                {"name": "Isolated", "isolatedTbRuleEngine": true, "profileData": {"queueConfiguration": [
                  {"name": "Main", "topic": "pumps", "partitions": %d,
                   "submitStrategy": {"type": "BURST"}, "processingStrategy": {"type": "SKIP_ALL_FAILURES"}}]}}
                """
                        .formatted(partitions));
    }

    private static void awaitPartitions(int count) {
        awaitMeter("millrace_kafka_partitions", count);
    }

    private static void awaitWaitingTopics(int count) {
        awaitMeter("millrace_kafka_waiting_topics", count);
    }

    private static void awaitMeter(String name, int value) {
        await().untilAsserted(() ->
                assertThat(get("/actuator/prometheus")).contains("%s %d.0".formatted(name, value)));
    }

    private static String get(String path) {
        HttpRequest request = HttpRequest.newBuilder(URI.create(instance.httpUrl() + path)).build();
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new AssertionError(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }
}
