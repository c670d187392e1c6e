// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.server.rest.RestClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** Devices that are connected to one instance of a cluster, and users who are signed in to the other. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
final class ConnectionsOfClusterIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir private static Path directory;
    private static TestCluster cluster;

    @BeforeAll
    static void start() {
        cluster = new TestCluster(directory);
        cluster.growTo(2);
        await().atMost(LIMIT).until(() -> knowsPeers(0, 1) && knowsPeers(1, 1));
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    private static boolean knowsPeers(int instance, int count) {
        return http(instance)
                .get("/actuator/prometheus")
                .body()
                .contains("millrace_peers_known %d.0".formatted(count));
    }

    private static RestClient http(int instance) {
        return new RestClient(cluster.instance(instance).process().httpUrl(), null);
    }

    private static long rows(String device) {
        return cluster.sql()
                .sql("select count(*) from device_connection where device_id = ?")
                .param(UUID.fromString(device))
                .query(Long.class)
                .single();
    }

    @Test
    @Order(1)
    void aPollOnOneInstanceIsWokenByAWriteOnTheOther() {
        ServiceClient user = cluster.instance(1).signIn();
        ServiceClient.Device device = user.createDevice("Polls");
        CompletableFuture<RestClient.Answer> poll =
                CompletableFuture.supplyAsync(() ->
                        http(0).get(
                                        "/api/v1/%s/attributes/updates?timeout=25000"
                                                .formatted(device.token())));
        await().atMost(LIMIT).until(() -> rows(device.id()) == 1);

        user.post(
                "/api/plugins/telemetry/DEVICE/%s/attributes/SHARED_SCOPE".formatted(device.id()),
                JsonNodeFactory.instance.objectNode().put("limit", 5));

        assertThat(poll.join().expect(200).body()).isEqualTo("{\"limit\":5}");
        await().atMost(LIMIT).until(() -> rows(device.id()) == 0);
    }

    @Test
    @Order(2)
    void onlyInstancesMayCallEachOther() {
        String path = "/internal/device-connections";
        String body = "{\"messages\":[]}";
        RestClient user = http(0).signedIn("tenant@millrace.local", TestCluster.PASSWORD);

        http(0).post(path, body).expectError(401, 10);
        user.post(path, body).expectError(401, 10);
        user.withToken("x.y.z").post(path, body).expectError(401, 10);
        assertThat(http(0).get("/v3/api-docs").body()).doesNotContain("internal/");
    }

    /** A session is a row here, as a transport writes it: its process is the one that is killed. */
    @Test
    @Order(3)
    void aKilledInstancesSessionsAreDisconnectedByTheOther() {
        ServiceClient user = cluster.instance(0).signIn();
        ServiceClient.Device device = user.createDevice("Lost");
        cluster.sql()
                .sql(
                        """
                        insert into device_connection
                            (id, tenant_id, device_id, instance_id, run, transport, description, is_session,
                             receives_attributes, receives_rpc, connected_at)
                        select ?, d.tenant_id, d.id, i.instance_id, i.run, 'MQTT', 'MQTT c', true, true, true,
                               (extract(epoch from now()) * 1000)::bigint
                          from device d, instance i
                         where d.id = ? and i.instance_id = ?
                        """)
                .params(UUID.randomUUID(), UUID.fromString(device.id()), cluster.instance(1).name())
                .update();

        cluster.kill(1);

        await().atMost(LIMIT).until(() -> rows(device.id()) == 0);
        JsonNode attributes =
                user.get(
                        "/api/plugins/telemetry/DEVICE/%s/values/attributes/SERVER_SCOPE?keys=lastDisconnectTime"
                                .formatted(device.id()));
        assertThat(attributes.size()).isEqualTo(1);
        assertThat(
                        user.get("/api/messages/DEVICE/%s/paths?limit=50".formatted(device.id()))
                                .toString())
                .contains("DISCONNECT_EVENT");
    }
}
