// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.id.TenantId;
import io.millrace.queue.QueueEngine;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.transport.mqtt.MqttServer;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A device's messages go through the queue that its profile names, and that queue decides what follows a failure. */
final class NamedQueuesIT {

    private static final RestServer SERVER = RestServer.running();
    private static final String READING = "{\"temperature\":1}";

    private final TenantId tenant = SERVER.newTenant();
    private final RestClient root = SERVER.systemAdministrator();
    private final RestClient admin = SERVER.tenantAdministrator(tenant);
    private final ServiceClient service = SERVER.serviceClient(tenant);
    private final String queue = "Strict-" + UUID.randomUUID();

    /** A dead letter. */
    private record Letter(String queue, int attempts) {}

    @Test
    void aFailedMessageBearsTheNameOfItsQueueAndHasHadItsAttempts() {
        save(processing("RETRY_FAILED").put("retries", 2));
        ServiceClient.Device device = failingDevice();

        publish(device);

        await().untilAsserted(
                        () -> assertThat(letters(device)).containsExactly(new Letter(queue, 3)));
    }

    @Test
    void aChangeOfTheQueueCountsForTheNextMessage() {
        ObjectNode stored = save(processing("RETRY_FAILED").put("retries", 2));
        ServiceClient.Device device = failingDevice();
        publish(device);
        await().untilAsserted(() -> assertThat(letters(device)).hasSize(1));

        stored = change(stored, processing("DROP"));
        publish(device);
        // A delivery that takes long is acknowledged before its end.
        QueueEngine engine = SERVER.bean(QueueEngine.class);
        await().until(() -> engine.ledger().of(tenant).total().allInFlight() == 0);
        change(stored, processing("SKIP_ALL_FAILURES"));
        publish(device);

        await().untilAsserted(() ->
                assertThat(letters(device))
                        .as("the dropped one has left none")
                        .containsExactlyInAnyOrder(new Letter(queue, 3), new Letter(queue, 1)));
    }

    @Test
    void aMessageWhoseQueueIsGoneGoesThroughMain() {
        ObjectNode stored = save(processing("RETRY_FAILED").put("retries", 2));
        ServiceClient.Device device = failingDevice();
        try (MqttDevice client = connect(device)) {
            client.publish(MqttDevice.TELEMETRY, READING);
            // Behind the back of the connection, which goes on to name the queue.
            SERVER.bean(JdbcClient.class)
                    .sql("update device_profile set default_queue_name = null where tenant_id = ?")
                    .param(tenant.id())
                    .update();
            root.delete("/api/queues/" + stored.at("/id/id").stringValue()).expect(200);

            client.publish(MqttDevice.TELEMETRY, READING);
        }

        await().untilAsserted(() ->
                assertThat(letters(device))
                        .extracting(Letter::attempts)
                        .containsExactlyInAnyOrder(3, 1));
    }

    @Test
    void aChainChoosesTheQueueWhereTheProfileNamesNone() {
        ObjectNode stored = save(processing("RETRY_FAILED").put("retries", 2));
        ServiceClient.Device device = service.createDevice("Chosen", failingProfile());
        choose(queue).expect(200);
        publish(device);

        await().untilAsserted(
                        () -> assertThat(letters(device)).containsExactly(new Letter(queue, 3)));
        assertThat(
                        root.delete("/api/queues/" + stored.at("/id/id").stringValue())
                                .expectError(400, 31)
                                .text("/message"))
                .contains("rule chain 'Failing'");
    }

    @Test
    void aChainCannotChooseAQueueThatThereIsNot() {
        service.createDevice("Chosen", failingProfile());

        assertThat(choose("Nowhere").expectError(400, 31).text("/message"))
                .contains("configuration.queueName");
    }

    /** Lets the failing chain choose a queue. */
    private RestClient.Answer choose(String name) {
        ObjectNode chain =
                (ObjectNode)
                        admin.get("/api/ruleChains?pageSize=1&page=0&textSearch=failing")
                                .expect(200)
                                .json()
                                .at("/data/0");
        chain.putObject("configuration").put("queueName", name);
        return admin.post("/api/ruleChain", chain);
    }

    private static ObjectNode processing(String type) {
        return RestClient.object()
                .put("type", type)
                .put("pauseBetweenRetries", 0)
                .put("maxPauseBetweenRetries", 0);
    }

    private ObjectNode save(JsonNode processing) {
        ObjectNode body = RestClient.object().put("name", queue);
        body.putObject("submitStrategy").put("type", "SEQUENTIAL_BY_ORIGINATOR");
        return change(body, processing);
    }

    private ObjectNode change(ObjectNode body, JsonNode processing) {
        body.set("processingStrategy", processing);
        return (ObjectNode)
                root.post("/api/queues?serviceType=TB-RULE-ENGINE", body).expect(200).json();
    }

    /** A device whose messages fail, each time, in the queue. */
    private ServiceClient.Device failingDevice() {
        String profile = failingProfile();
        ObjectNode body =
                (ObjectNode)
                        admin.get("/api/deviceProfiles?pageSize=1&page=0&textSearch=failing")
                                .expect(200)
                                .json()
                                .at("/data/0");
        admin.post("/api/deviceProfile", body.put("defaultQueueName", queue)).expect(200);
        return service.createDevice("Fails", profile);
    }

    /** A profile that names no queue, of devices whose messages fail, each time. */
    private String failingProfile() {
        RuleChains chain = new RuleChains("Failing");
        chain.node(
                "filter.TbJsFilterNode",
                "Broken filter",
                "{\"scriptLang\":\"JS\",\"jsScript\":\"throw new Error('no such luck');\",\"tbelScript\":\"\"}");
        return service.createProfile("Failing profile", chain.save(service));
    }

    private static void publish(ServiceClient.Device device) {
        try (MqttDevice client = connect(device)) {
            client.publish(MqttDevice.TELEMETRY, READING);
        }
    }

    private static MqttDevice connect(ServiceClient.Device device) {
        return new MqttDevice(SERVER.bean(MqttServer.class).port(), device.token());
    }

    private static List<Letter> letters(ServiceClient.Device device) {
        return SERVER.bean(JdbcClient.class)
                .sql(
                        """
                        select queue, attempts from dead_letter
                         where originator_id = cast(? as uuid) and message_type = 'POST_TELEMETRY_REQUEST'
                        """)
                .param(device.id())
                .query((row, _) -> new Letter(row.getString(1), row.getInt(2)))
                .list();
    }
}
