// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.EntryPoint;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Source;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages that wait in nodes, in the running service. */
class PendingIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private long nextTime = System.currentTimeMillis();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final RuleChainId chain =
            RuleChainId.of(
                    admin.post("/api/ruleChain", Map.of("name", "waits"))
                            .expect(200)
                            .json()
                            .at("/id/id")
                            .asString());

    /** A chain whose first node lets messages wait, and whose second one stores them. */
    private void save(ObjectNode first) {
        ObjectNode graph = RestClient.object();
        graph.putObject("ruleChainId").put("entityType", "RULE_CHAIN").put("id", chain.toString());
        graph.put("firstNodeIndex", 0);
        ArrayNode nodes = graph.putArray("nodes");
        nodes.add(first);
        ObjectNode store = nodes.addObject();
        store.put("type", "action.save-timeseries")
                .put("name", "Save")
                .put("configurationVersion", 1);
        store.putObject("configuration")
                .putObject("processingSettings")
                .put("type", "ON_EVERY_MESSAGE");
        graph.putArray("connections")
                .addObject()
                .put("fromIndex", 0)
                .put("toIndex", 1)
                .put("type", "Success");
        admin.post("/api/ruleChain/metadata", graph).expect(200);
    }

    private static ObjectNode delay(int seconds) {
        ObjectNode node = RestClient.object().put("type", "flow.delay").put("name", "Wait");
        node.putObject("configuration").put("periodInSeconds", seconds).put("maxPendingMsgs", 10);
        return node;
    }

    private static ObjectNode lastOfASecond() {
        ObjectNode node =
                RestClient.object()
                        .put("type", "transform.deduplication")
                        .put("name", "One a second")
                        .put("configurationVersion", 1);
        node.putObject("configuration")
                .put("interval", 1)
                .put("strategy", "LAST")
                .put("maxPendingMsgs", 10);
        return node;
    }

    /** Each a millisecond later than the one before: of several of one time, the last is the first. */
    private void send(String json) {
        RuleMessage message =
                RuleMessage.of(
                                tenant,
                                tenant.entity(),
                                "POST_TELEMETRY_REQUEST",
                                Metadata.EMPTY,
                                Payload.ofText(json),
                                nextTime++)
                        .withEntry(EntryPoint.firstNodeOf(chain));
        assertThat(server.bean(MessageQueue.class).submit(message, Source.RULE_ENGINE, () -> {}))
                .isEqualTo(MessageQueue.Admission.ACCEPTED);
    }

    private List<@Nullable String> waiting() {
        return server.bean(JdbcClient.class)
                .sql("select id::text from pending_message where tenant_id = ?")
                .param(tenant.id())
                .query(String.class)
                .list();
    }

    private String stored(String key) {
        return admin.get(
                        "/api/plugins/telemetry/TENANT/%s/values/timeseries?keys=%s"
                                .formatted(tenant, key))
                .expect(200)
                .json()
                .at("/" + key + "/0/value")
                .asString("");
    }

    private List<String> history(String key) {
        return admin.get(
                        "/api/plugins/telemetry/TENANT/%s/values/timeseries?orderBy=ASC&keys=%s&startTs=0&endTs=%d"
                                .formatted(tenant, key, Long.MAX_VALUE))
                .expect(200)
                .json()
                .path(key)
                .valueStream()
                .map(point -> point.path("value").asString())
                .toList();
    }

    @Test
    void aDelayedMessageGoesOnWhenItsTimeHasCome() {
        save(delay(3_600));

        send("{\"a\":1}");

        await().until(() -> waiting().size() == 1);
        assertThat(stored("a")).isEmpty();
        theTimeHasCome();
        await().until(() -> stored("a").equals("1"));
        await().until(() -> waiting().isEmpty());
    }

    /** Makes the message that waits due. */
    private void theTimeHasCome() {
        server.bean(JdbcClient.class)
                .sql("update pending_message set due_at = now() where id = ?")
                .param(UUID.fromString(waiting().getFirst()))
                .update();
    }

    @Test
    void theLastMessageOfAnIntervalGoesOn() {
        save(lastOfASecond());

        send("{\"b\":1}");
        send("{\"b\":2}");

        await().until(() -> stored("b").equals("2"));
        await().until(() -> waiting().isEmpty());
    }

    private ObjectNode generator() {
        ObjectNode node =
                RestClient.object()
                        .put("type", "org.thingsboard.rule.engine.debug.TbMsgGeneratorNode")
                        .put("name", "Emulator")
                        .put("configurationVersion", 2);
        node.putObject("configuration")
                .put("msgCount", 2)
                .put("periodInSeconds", 1)
                .put("originatorType", "TENANT")
                .put("scriptLang", "TBEL")
                .put(
                        "tbelScript",
                        "var n = prevMsg.n == null ? 0 : prevMsg.n;"
                                + " return { msg: { n: n + 1 }, metadata: {}, msgType: \"POST_TELEMETRY_REQUEST\" };");
        return node;
    }

    @Test
    void aGeneratorCreatesMessagesFromTheOnesBeforeUntilItsCountIsReached() {
        save(generator());

        await().until(() -> stored("n").equals("2"));
        await().until(() -> waiting().isEmpty());
        assertThat(history("n")).containsExactly("1", "2");
    }

    @Test
    void aGeneratorThatIsDeletedEndsWithoutADeadLetter() {
        ObjectNode generator = generator();
        ((ObjectNode) generator.path("configuration")).put("msgCount", 0);
        save(generator);
        await().until(() -> !stored("n").isEmpty());

        save(delay(1));

        await().until(() -> waiting().isEmpty());
        assertThat(
                        admin.get("/api/deadLetters?pageSize=10&page=0")
                                .expect(200)
                                .json()
                                .path("totalElements")
                                .asInt(-1))
                .isZero();
    }

    @Test
    void aMessageThatWaitsInADeletedNodeBecomesADeadLetter() {
        save(delay(3_600));
        send("{\"c\":1}");
        await().until(() -> waiting().size() == 1);
        save(lastOfASecond());

        theTimeHasCome();

        await().until(() -> waiting().isEmpty());
        assertThat(
                        admin.get("/api/deadLetters?pageSize=10&page=0")
                                .expect(200)
                                .json()
                                .at("/data/0/error")
                                .asString())
                .contains("the node in which the message waited was deleted from the chain");
    }
}
