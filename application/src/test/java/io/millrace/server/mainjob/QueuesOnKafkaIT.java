// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.ApplicationProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The real service on a real broker: queues of isolated tenants, and what operators see. */
final class QueuesOnKafkaIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Those of the three queues that there are from the start. */
    private static final int SHARED = 36;

    private static final int OWN = 5;

    @TempDir private Path directory;

    @Test
    void anIsolatedTenantHasATopicOfItsOwnThatIsReadOnWhenItIsNotIsolatedAnyMore() {
        try (TestCluster cluster = new TestCluster(directory)) {
            cluster.growTo(1);
            ApplicationProcess instance = cluster.instance(0).process();
            awaitPartitions(instance, SHARED);
            ServiceClient root =
                    ServiceClient.signIn(
                            instance.httpUrl(), "sysadmin@millrace.local", TestCluster.PASSWORD);

            ObjectNode profile = (ObjectNode) root.post("/api/tenantProfile", isolatedProfile());
            ObjectNode tenant = JSON.createObjectNode().put("title", "Isolated");
            tenant.set("tenantProfileId", profile.path("id"));
            root.post("/api/tenant", tenant);
            awaitPartitions(instance, SHARED + OWN);

            root.post("/api/tenantProfile", profile.put("isolatedTbRuleEngine", false));
            assertThat(get(instance, "/actuator/prometheus"))
                    .as("what may be in the topic is still read")
                    .contains(
                            "millrace_kafka_partitions %d.0".formatted(SHARED + OWN),
                            "millrace_kafka_available 1.0",
                            "millrace_kafka_span 0.0",
                            "millrace_kafka_oldest_seconds 0.0",
                            "millrace_kafka_sending_bytes 0.0",
                            "millrace_kafka_metadata_omitted_total 0.0",
                            "millrace_storage_fenced_total{store=\"in-flight\"} 0.0",
                            "kafka_consumer_fetch_manager_records_lag_max{",
                            "kafka_producer_record_send_total{")
                    .as("of whole clients: topics of isolated tenants are no tags")
                    .doesNotContain("topic=", "partition=");
            assertThat(get(instance, "/actuator/health")).doesNotContain("brokers");
            assertThat(root.get("/actuator/health").at("/components/kafka/details/brokers"))
                    .hasToString("\"answer\"");
        }
    }

    private static JsonNode isolatedProfile() {
        return JSON.readTree(
                """
                {"name": "Isolated", "isolatedTbRuleEngine": true, "profileData": {"queueConfiguration": [
                  {"name": "Main", "topic": "pumps", "partitions": 5,
                   "submitStrategy": {"type": "BURST"}, "processingStrategy": {"type": "SKIP_ALL_FAILURES"}}]}}
                """);
    }

    private static void awaitPartitions(ApplicationProcess instance, int count) {
        await().atMost(LIMIT)
                .untilAsserted(() ->
                        assertThat(get(instance, "/actuator/prometheus"))
                                .contains("millrace_kafka_partitions %d.0".formatted(count)));
    }

    private static String get(ApplicationProcess instance, String path) {
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
