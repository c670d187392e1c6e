// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import static io.millrace.server.chains.rulechain.ChainClient.ACKNOWLEDGE;
import static io.millrace.server.chains.rulechain.ChainClient.OUTPUT;
import static io.millrace.server.chains.rulechain.ChainClient.SWITCH;
import static io.millrace.server.chains.rulechain.ChainClient.call;
import static io.millrace.server.chains.rulechain.ChainClient.connection;
import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.rulechain.ChainClient.node;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class RuleChainMetadataIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);
    private final String chain = id(chains.create("A"));

    private static List<String> names(JsonNode metadata) {
        return metadata.path("nodes")
                .valueStream()
                .map(node -> node.path("name").stringValue())
                .toList();
    }

    private List<Map<String, @Nullable Object>> versions() {
        return server.bean(JdbcClient.class)
                .sql(
                        """
                        select number, author::text as author, graph::text as graph from rule_chain_version
                         where rule_chain_id = ? order by number
                        """)
                .param(UUID.fromString(chain))
                .query()
                .listOfRows();
    }

    @Test
    void theDefaultChainMakesARoundTrip() {
        JsonNode template = chains.metadata(id(chains.root()));
        ObjectNode sent = ChainClient.plain(template);
        sent.set("ruleChainId", graph(chain, List.of(), List.of()).path("ruleChainId"));

        JsonNode saved = chains.save(sent).expect(200).json();

        assertThat(ChainClient.plain(saved)).isEqualTo(ChainClient.plain(template));
        assertThat(chains.metadata(chain)).isEqualTo(saved);
        assertThat(chains.save(saved).expect(200).json().path("nodes"))
                .isEqualTo(saved.path("nodes"));
    }

    @Test
    void answersTheNodesInTheShapeThatClientsKnow() {
        JsonNode saved =
                chains.save(graph(chain, List.of(node(ACKNOWLEDGE, "end")), List.of()))
                        .expect(200)
                        .json();

        assertThat(saved.propertyNames())
                .containsExactlyInAnyOrder(
                        "ruleChainId",
                        "version",
                        "firstNodeIndex",
                        "nodes",
                        "connections",
                        "ruleChainConnections",
                        "warnings");
        assertThat(saved.at("/nodes/0").propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "ruleChainId",
                        "type",
                        "name",
                        "debugSettings",
                        "singletonMode",
                        "queueName",
                        "configurationVersion",
                        "configuration",
                        "externalId",
                        "additionalInfo");
        assertThat(saved.at("/nodes/0/ruleChainId/id").stringValue()).isEqualTo(chain);
        assertThat(saved.path("version")).isEqualTo(chains.header(chain).path("version"));
        assertThat(chains.header(chain).at("/firstRuleNodeId/id"))
                .isEqualTo(saved.at("/nodes/0/id/id"));
    }

    @Test
    void keepsTheIdsOfNodesAndPutsNewNodesBehindThem() {
        ObjectNode first =
                (ObjectNode)
                        chains.save(
                                        graph(
                                                chain,
                                                List.of(node(SWITCH, "old"), node(OUTPUT, "gone")),
                                                List.of(connection(0, 1, "Other"))))
                                .expect(200)
                                .json();
        ObjectNode old = (ObjectNode) first.at("/nodes/0");
        ObjectNode wanted =
                graph(
                        chain,
                        List.of(node(OUTPUT, "out"), node(ACKNOWLEDGE, "end"), old),
                        List.of(
                                connection(2, 1, "Post telemetry"),
                                connection(2, 0, "Other"),
                                connection(2, 0, "Alarm Cleared")));
        wanted.put("firstNodeIndex", 2);

        JsonNode saved = chains.save(wanted).expect(200).json();

        assertThat(names(saved)).containsExactly("old", "out", "end");
        assertThat(saved.at("/nodes/0/id")).isEqualTo(old.path("id"));
        assertThat(saved.at("/nodes/0/createdTime")).isEqualTo(old.path("createdTime"));
        assertThat(saved.path("firstNodeIndex").intValue()).isZero();
        assertThat(saved.path("connections").toString())
                .isEqualTo(
                        """
                        [{"fromIndex":0,"toIndex":1,"type":"Alarm Cleared"},\
                        {"fromIndex":0,"toIndex":1,"type":"Other"},\
                        {"fromIndex":0,"toIndex":2,"type":"Post telemetry"}]\
                        """);
    }

    @Test
    void aNodeThatWasDeletedComesBackWithItsId() {
        JsonNode first =
                chains.save(graph(chain, List.of(node(ACKNOWLEDGE, "end")), List.of()))
                        .expect(200)
                        .json();
        chains.save(graph(chain, List.of(node(SWITCH, "other")), List.of())).expect(200);

        JsonNode again =
                chains.save(graph(chain, List.of((ObjectNode) first.at("/nodes/0")), List.of()))
                        .expect(200)
                        .json();

        assertThat(again.path("nodes")).isEqualTo(first.path("nodes"));
    }

    @Test
    void refusesTheIdOfAnotherChainsNode() {
        JsonNode foreign =
                new ChainClient(server.newTenantAdministrator()).root().path("firstRuleNodeId");
        ObjectNode stolen = node(ACKNOWLEDGE, "end");
        stolen.set("id", foreign);

        String message =
                chains.save(graph(chain, List.of(stolen), List.of()))
                        .expectError(400, 31)
                        .text("/message");

        assertThat(message).contains("\"end\"", "nodes[0].id");
        assertThat(versions()).hasSize(1);
    }

    @Test
    void tellsAllFaultsAtOnceAndSavesNothing() {
        ObjectNode unstartable =
                node("org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode", "?");
        unstartable.putObject("configuration").put("messageTypes", 5);
        List<ObjectNode> nodes =
                List.of(
                        node("com.example.FirstNode", "first"),
                        node("com.example.SecondNode", "second"),
                        node(ACKNOWLEDGE, " "),
                        node(ACKNOWLEDGE, "<script>"),
                        unstartable);
        List<Map<String, Object>> connections =
                List.of(connection(0, 0, "Success"), connection(3, 9, "Success"));

        String message =
                chains.save(graph(chain, nodes, connections)).expectError(400, 31).text("/message");

        assertThat(message)
                .startsWith("Unknown node types: com.example.FirstNode, com.example.SecondNode. ")
                .contains(
                        "Node \"first\" (nodes[0].type)",
                        "Node \"second\" (nodes[1].type)",
                        "Node \" \" (nodes[2].name)",
                        "Node \"<script>\" (nodes[3].name)",
                        "Node \"?\" (nodes[4].configuration.messageTypes)",
                        "connections[0]",
                        "connections[1].toIndex");
        assertThat(versions()).hasSize(1);
        assertThat(chains.header(chain).path("version").intValue()).isEqualTo(1);
    }

    @Test
    void tellsEachFaultWithNodeAndField() {
        ObjectNode script = node("org.thingsboard.rule.engine.filter.TbJsFilterNode", "script");
        script.putObject("configuration").put("scriptLang", "TBEL").put("tbelScript", "return (;");
        List<ObjectNode> nodes =
                List.of(
                        script,
                        node(ACKNOWLEDGE, "lost"),
                        node(ACKNOWLEDGE, "end"),
                        node(ACKNOWLEDGE, "end"));

        JsonNode refusal =
                chains.save(
                                graph(
                                        chain,
                                        nodes,
                                        List.of(
                                                connection(0, 2, "True"),
                                                connection(0, 3, "Flase"),
                                                connection(2, 2, "Success"))))
                        .expectError(400, 31)
                        .json();

        assertThat(refusal.path("errors").valueStream())
                .extracting(
                        fault -> fault.path("nodeIndex").asString(),
                        fault -> fault.path("nodeName").asString(),
                        fault -> fault.path("field").asString())
                .containsExactly(
                        tuple("0", "script", "nodes[0].configuration.tbelScript"),
                        tuple("2", "end", "connections[2]"),
                        tuple("1", "lost", "nodes[1]"),
                        tuple("0", "script", "connections[1].type"));
        assertThat(refusal.at("/errors/0/message").asString()).contains("line 1", "column");
        assertThat(refusal.at("/errors/3/message").asString())
                .isEqualTo(
                        "the node never emits the label \"Flase\"; it emits Failure, False, True");
        assertThat(refusal.path("warnings").valueStream())
                .extracting(fault -> fault.path("field").asString())
                .containsExactly("nodes[2].name", "nodes[3].name");
    }

    @Test
    void aSaveThatIsTakenSaysWhatItsAuthorProbablyDidNotMean() {
        ObjectNode call = node("org.thingsboard.rule.engine.rest.TbRestApiCallNode", "call");
        call.putObject("configuration")
                .put("restEndpointUrlPattern", "http://localhost/")
                .put("requestMethod", "GET");
        JsonNode saved =
                chains.save(
                                graph(
                                        chain,
                                        List.of(call, node(ACKNOWLEDGE, "end")),
                                        List.of(connection(0, 1, "Success"))))
                        .expect(200)
                        .json();

        assertThat(saved.path("warnings").valueStream())
                .singleElement()
                .satisfies(warning -> {
                    assertThat(warning.path("nodeName").asString()).isEqualTo("call");
                    assertThat(warning.path("field").asString()).isEqualTo("nodes[0]");
                    assertThat(warning.path("message").asString()).contains("Failure");
                });
        assertThat(chains.metadata(chain)).isEqualTo(saved);
    }

    @Test
    void aCheckSaysWhatASaveWouldSayAndSavesNothing() {
        ObjectNode wrong =
                graph(chain, List.of(node(SWITCH, "a"), node(ACKNOWLEDGE, "b")), List.of());
        ObjectNode right =
                graph(
                        chain,
                        List.of(node(SWITCH, "a"), node(ACKNOWLEDGE, "a")),
                        List.of(connection(0, 1, "Other")));

        JsonNode refused = validate(wrong);
        JsonNode taken = validate(right);

        assertThat(refused.path("errors"))
                .isEqualTo(chains.save(wrong).expectError(400, 31).json().path("errors"));
        assertThat(refused.path("errors").size()).isEqualTo(1);
        assertThat(taken.path("errors").isEmpty()).isTrue();
        assertThat(taken.at("/warnings/0/field").asString()).isEqualTo("nodes[0].name");
        assertThat(versions()).hasSize(1);
    }

    @Test
    void aCheckNeedsNoChainAndLooksIntoNoOther() {
        ObjectNode graph = graph(chain, List.of(node(ACKNOWLEDGE, "end")), List.of());
        JsonNode stored = chains.save(graph).expect(200).json();
        ObjectNode stolen = ((ObjectNode) stored).deepCopy();
        stolen.remove("ruleChainId");
        graph.remove("ruleChainId");

        assertThat(validate(graph).path("errors").isEmpty()).isTrue();
        assertThat(validate(stolen).at("/errors/0/field").asString()).isEqualTo("nodes[0].id");
        server.newTenantAdministrator()
                .post("/api/ruleChain/metadata/validate", stored)
                .expectError(404, 32);
        admin.post("/api/ruleChain/metadata/validate", "{\"nodes\":5}").expectError(400, 31);
    }

    private JsonNode validate(ObjectNode graph) {
        return admin.post("/api/ruleChain/metadata/validate", graph).expect(200).json();
    }

    @Test
    void whatNoMessageTakesMayStayAndMayNotBeAdded() {
        ObjectNode file = RestClient.object();
        file.putObject("ruleChain").put("name", "Imported");
        file.set(
                "metadata",
                graph(chain, List.of(node(SWITCH, "first"), node(ACKNOWLEDGE, "lost")), List.of()));
        JsonNode imported = admin.post("/api/ruleChain/import", file).expect(200).json();
        ObjectNode metadata = chains.metadata(id(imported));

        assertThat(imported.path("warnings").valueStream())
                .extracting(warning -> warning.path("nodeName").asString())
                .containsExactly("lost");
        assertThat(metadata.path("warnings")).isEqualTo(imported.path("warnings"));
        ((ObjectNode) metadata.at("/nodes/0")).put("name", "renamed");
        ObjectNode saved = (ObjectNode) chains.save(metadata).expect(200).json();
        ((ArrayNode) saved.path("nodes")).add(node(ACKNOWLEDGE, "lost too"));
        String refusal = chains.save(saved).expectError(400, 31).text("/message");
        assertThat(refusal).contains("\"lost too\"").doesNotContain("\"lost\"");
    }

    @Test
    void refusesACycle() {
        List<ObjectNode> nodes = List.of(node(SWITCH, "a"), node(SWITCH, "b"));

        String message =
                chains.save(
                                graph(
                                        chain,
                                        nodes,
                                        List.of(
                                                connection(0, 1, "Other"),
                                                connection(1, 0, "Other"))))
                        .expectError(400, 31)
                        .text("/message");

        assertThat(message).contains("cycle");
    }

    @Test
    void refusesWhatIsNoMetadata() {
        chains.save("{}").expectError(400, 31);
        chains.save("[]").expectError(400, 31);
        chains.save(graph(chain, List.of(), List.of()).put("nodes", "none")).expectError(400, 31);
        chains.save(graph(UUID.randomUUID().toString(), List.of(), List.of())).expectError(404, 32);
    }

    @Test
    void everySaveMakesAVersionAndChangesNoneThatIsThere() {
        chains.save(graph(chain, List.of(node(ACKNOWLEDGE, "end")), List.of())).expect(200);
        List<Map<String, @Nullable Object>> before = versions();

        chains.save(graph(chain, List.of(node(SWITCH, "what")), List.of())).expect(200);

        List<Map<String, @Nullable Object>> after = versions();
        assertThat(after).hasSize(3);
        assertThat(after.subList(0, before.size())).isEqualTo(before);
        assertThat(after).extracting(row -> row.get("number")).containsExactly(1L, 2L, 3L);
        assertThat(after).allSatisfy(row -> assertThat(row.get("author")).isNotNull());
        assertThat(after.getLast()).extractingByKey("graph").asString().contains("what");
    }

    @Test
    void theDatabaseRefusesToChangeAVersion() {
        assertThatThrownBy(() ->
                        server.bean(JdbcClient.class)
                                .sql(
                                        """
                                        update rule_chain_version set graph = '{}' where rule_chain_id = ?
                                        """)
                                .param(UUID.fromString(chain))
                                .update())
                .isInstanceOf(DataAccessException.class)
                .hasMessageContaining("cannot be changed");
    }

    @Test
    void aChangeOfTheNameMakesNoVersion() {
        admin.post("/api/ruleChain", chains.header(chain).put("name", "B")).expect(200);

        assertThat(versions()).hasSize(1);
    }

    @Test
    void ofSavesAtTheSameTimeOneWins() {
        ObjectNode seen = chains.metadata(chain);
        List<Integer> answers;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<CompletableFuture<Integer>> saves =
                    IntStream.range(0, 8)
                            .mapToObj(i ->
                                    CompletableFuture.supplyAsync(
                                            () -> save(seen, "node " + i), threads))
                            .toList();
            answers = saves.stream().map(CompletableFuture::join).sorted().toList();
        }

        assertThat(answers).containsExactly(200, 409, 409, 409, 409, 409, 409, 409);
        assertThat(versions()).hasSize(2);
    }

    private int save(ObjectNode seen, String name) {
        ObjectNode wanted = seen.deepCopy();
        ((ArrayNode) wanted.path("nodes")).add(node(ACKNOWLEDGE, name));
        return chains.save(wanted).status();
    }

    @Test
    void bringsOldConfigurationsUpToDate() {
        ObjectNode old = node("org.thingsboard.rule.engine.telemetry.TbMsgTimeseriesNode", "store");
        old.putObject("configuration").put("defaultTTL", 0);

        JsonNode saved = chains.save(graph(chain, List.of(old), List.of())).expect(200).json();

        assertThat(saved.at("/nodes/0/configurationVersion").intValue()).isEqualTo(1);
        assertThat(saved.at("/nodes/0/configuration/processingSettings/type").stringValue())
                .isEqualTo("ON_EVERY_MESSAGE");
    }

    @Test
    void keepsAllEventsOfANodeForAQuarterOfAnHourAtMost() {
        ObjectNode all = node(ACKNOWLEDGE, "all");
        all.putObject("debugSettings").put("failuresEnabled", true).put("allEnabled", true);
        ObjectNode forever = node(ACKNOWLEDGE, "forever");
        forever.putObject("debugSettings").put("allEnabledUntil", Long.MAX_VALUE);
        List<Map<String, Object>> connections = List.of(connection(0, 1, "Success"));

        JsonNode saved =
                chains.save(graph(chain, List.of(all, forever), connections)).expect(200).json();

        for (int i = 0; i < 2; i++) {
            JsonNode node = saved.path("nodes").get(i);
            assertThat(node.at("/debugSettings/allEnabled").booleanValue()).isFalse();
            assertThat(
                            node.at("/debugSettings/allEnabledUntil").longValue()
                                    - node.path("createdTime").longValue())
                    .isEqualTo(Duration.ofMinutes(15).toMillis());
        }
    }

    @Test
    void turnsOldConnectionsBetweenChainsIntoNodesThatBearTheNameOfTheCalledChain() {
        String called = id(chains.create("Called"));
        ObjectNode wanted = graph(chain, List.of(node(SWITCH, "what")), List.of());
        ObjectNode legacy = wanted.putArray("ruleChainConnections").addObject();
        legacy.put("fromIndex", 0).put("type", "Other");
        legacy.putObject("targetRuleChainId").put("entityType", "RULE_CHAIN").put("id", called);

        JsonNode saved = chains.save(wanted).expect(200).json();

        assertThat(names(saved)).containsExactly("what", "Called");
        assertThat(saved.at("/nodes/1/configuration/ruleChainId").stringValue()).isEqualTo(called);
        assertThat(saved.at("/connections/0/type").stringValue()).isEqualTo("Other");
        assertThat(saved.get("ruleChainConnections").isNull()).isTrue();
    }

    @Test
    void listsTheLabelsOfItsOutputs() {
        List<ObjectNode> nodes =
                Stream.concat(
                                Stream.of(node(SWITCH, "what")),
                                Stream.of("b", "a", "b").map(name -> node(OUTPUT, name)))
                        .toList();
        List<Map<String, Object>> connections =
                IntStream.rangeClosed(1, 3).mapToObj(i -> connection(0, i, "Other")).toList();
        chains.save(graph(chain, nodes, connections)).expect(200);

        JsonNode labels =
                admin.get("/api/ruleChain/" + chain + "/output/labels").expect(200).json();

        assertThat(labels.toString()).isEqualTo("[\"a\",\"b\"]");
    }

    @Test
    void listsWhereItsOutputsAreAwaited() {
        String caller = callerOf("done");

        JsonNode usages =
                admin.get("/api/ruleChain/" + chain + "/output/labels/usage").expect(200).json();

        assertThat(usages.size()).isEqualTo(1);
        assertThat(usages.at("/0/ruleChainId/id").stringValue()).isEqualTo(caller);
        assertThat(usages.at("/0/ruleChainName").stringValue()).isEqualTo("Caller");
        assertThat(usages.at("/0/ruleNodeId")).isEqualTo(chains.metadata(caller).at("/nodes/0/id"));
        assertThat(usages.at("/0/ruleNodeName").stringValue()).isEqualTo("call");
        assertThat(usages.at("/0/labels").toString()).isEqualTo("[\"done\"]");
    }

    @Test
    void renamesTheLabelsOfCallersWithTheOutput() {
        String caller = callerOf("before");
        renameOutput("after", "");

        assertThat(chains.metadata(caller).path("connections").toString())
                .isEqualTo("[{\"fromIndex\":0,\"toIndex\":1,\"type\":\"after\"}]");
        assertThat(chains.header(caller).path("version").intValue()).isEqualTo(3);
    }

    @Test
    void leavesCallersAsTheyAreWhereTheCallerWantsIt() {
        String caller = callerOf("before");
        renameOutput("after", "?updateRelated=false");

        assertThat(chains.metadata(caller).at("/connections/0/type").stringValue())
                .isEqualTo("before");
    }

    private void renameOutput(String name, String query) {
        ObjectNode metadata = chains.metadata(chain);
        ((ObjectNode) metadata.at("/nodes/0")).put("name", name);
        admin.post("/api/ruleChain/metadata" + query, metadata).expect(200);
    }

    /** Gives the chain one output, and makes a chain that calls it. */
    private String callerOf(String label) {
        chains.save(graph(chain, List.of(node(OUTPUT, label)), List.of())).expect(200);
        String caller = id(chains.create("Caller"));
        List<ObjectNode> nodes = List.of(call("call", chain), node(ACKNOWLEDGE, "end"));
        chains.save(graph(caller, nodes, List.of(connection(0, 1, label)))).expect(200);
        return caller;
    }
}
