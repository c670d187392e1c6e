// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import static io.millrace.server.chains.rulechain.ChainClient.connection;
import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.rulechain.ChainClient.node;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TestRunIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);
    private final String chain = id(chains.create("tried"));

    static ObjectNode scriptFilter(String script) {
        ObjectNode node = node("org.thingsboard.rule.engine.filter.TbJsFilterNode", "Warm?");
        node.putObject("configuration").put("scriptLang", "TBEL").put("tbelScript", script);
        return node;
    }

    private static ObjectNode save() {
        ObjectNode node = node("org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode", "Save");
        node.put("configurationVersion", 1)
                .putObject("configuration")
                .put("defaultTTL", 0)
                .put("useServerTs", false)
                .putObject("processingSettings")
                .put("type", "ON_EVERY_MESSAGE");
        return node;
    }

    private ObjectNode warmAreSaved(String limit) {
        return warmAreSaved(chain, limit);
    }

    static ObjectNode warmAreSaved(String chain, String limit) {
        return graph(
                chain,
                List.of(scriptFilter("return msg.t > %s;".formatted(limit)), save()),
                List.of(connection(0, 1, "True")));
    }

    static Map<String, Object> message(double t) {
        return Map.of("msgType", "POST_TELEMETRY_REQUEST", "data", Map.of("t", t));
    }

    private JsonNode run(Map<String, Object> request) {
        return admin.post("/api/ruleChain/testRun", request).expect(200).json();
    }

    static List<String> texts(JsonNode list, String field) {
        return list.valueStream().map(each -> each.path(field).asString()).toList();
    }

    @Test
    void aDraftIsRunUnchangedAndNothingIsSaved() {
        JsonNode report = run(Map.of("metadata", warmAreSaved("20"), "message", message(21.5)));

        assertThat(report.path("outcome").asString()).isEqualTo("DONE");
        assertThat(texts(report.path("steps"), "nodeName")).containsExactly("Warm?", "Save");
        JsonNode filter = report.at("/steps/0");
        assertThat(filter.at("/labels/0").asString()).isEqualTo("True");
        assertThat(filter.at("/input/data").asString()).isEqualTo("{\"t\":21.5}");
        assertThat(filter.path("durationMicros").isIntegralNumber()).isTrue();
        assertThat(report.at("/steps/1/after").asInt()).isZero();
        assertThat(report.at("/effects/0/kind").asString()).isEqualTo("SAVE_TIMESERIES");
        assertThat(report.at("/effects/0/details/values/t").asDouble()).isEqualTo(21.5);
        assertThat(chains.metadata(chain).path("nodes")).isEmpty();
        assertThat(
                        admin.get(
                                        "/api/plugins/telemetry/TENANT/%s/values/timeseries"
                                                .formatted(tenant))
                                .expect(200)
                                .json())
                .isEmpty();
    }

    @Test
    void aSavedChainIsRunFromAnyNodeOn() {
        chains.save(warmAreSaved("20")).expect(200);

        JsonNode report =
                run(
                        Map.of(
                                "ruleChainId",
                                Map.of("entityType", "RULE_CHAIN", "id", chain),
                                "fromNodeIndex",
                                1,
                                "message",
                                message(3)));

        assertThat(texts(report.path("steps"), "nodeName")).containsExactly("Save");
        assertThat(report.at("/steps/0/ruleChainVersion").asInt()).isEqualTo(2);
    }

    @Test
    void theErrorOfAScriptIsReported() {
        JsonNode report =
                run(
                        Map.of(
                                "metadata",
                                graph(chain, List.of(scriptFilter("return msg.a.b.c;")), List.of()),
                                "message",
                                message(1)));

        assertThat(report.path("outcome").asString()).isEqualTo("FAILED");
        assertThat(report.at("/error/nodeName").asString()).isEqualTo("Warm?");
        assertThat(report.at("/steps/0/error").asString())
                .isEqualTo(report.at("/error/message").asString())
                .isNotBlank();
    }

    @Test
    void aFaultyDraftIsRefusedWithItsFaults() {
        RestClient.Answer answer =
                admin.post(
                        "/api/ruleChain/testRun",
                        Map.of(
                                "metadata",
                                graph(chain, List.of(scriptFilter("return (")), List.of()),
                                "message",
                                message(1)));

        assertThat(answer.expect(400).json().path("message").asString()).contains("Warm?");
    }

    @Test
    void anErrorNamesMissingAndForeignIds() {
        assertThat(error(Map.of("message", message(1)))).contains("ruleChainId");
        assertThat(error(Map.of("metadata", warmAreSaved("1")))).contains("message");
        assertThat(
                        error(
                                Map.of(
                                        "metadata",
                                        warmAreSaved("1"),
                                        "message",
                                        message(1),
                                        "fromNodeIndex",
                                        7)))
                .contains("fromNodeIndex")
                .contains("7");
        RestClient other = server.tenantAdministrator(server.newTenant());
        other.post(
                        "/api/ruleChain/testRun",
                        Map.of(
                                "ruleChainId",
                                Map.of("entityType", "RULE_CHAIN", "id", chain),
                                "message",
                                message(1)))
                .expect(404);
    }

    private String error(Map<String, Object> request) {
        return admin.post("/api/ruleChain/testRun", request)
                .expect(400)
                .json()
                .path("message")
                .asString();
    }
}
