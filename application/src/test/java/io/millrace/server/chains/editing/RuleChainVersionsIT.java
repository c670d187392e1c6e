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
import static io.millrace.server.chains.rulechain.ChainClient.plain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class RuleChainVersionsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);
    private final String chain = id(chains.create("A"));

    private JsonNode list(String query) {
        return listOf(chain, query);
    }

    private JsonNode listOf(String ruleChain, String query) {
        return admin.get("/api/ruleChain/" + ruleChain + "/versions?" + query).expect(200).json();
    }

    private String comment(String ruleChain) {
        return listOf(ruleChain, "pageSize=1&page=0").at("/data/0/comment").asString();
    }

    private ObjectNode save(ObjectNode graph, String comment) {
        String query = "?comment=" + URLEncoder.encode(comment, StandardCharsets.UTF_8);
        return (ObjectNode) admin.post("/api/ruleChain/metadata" + query, graph).expect(200).json();
    }

    private ObjectNode save(List<ObjectNode> nodes, Object... connections) {
        return save(graph(chain, nodes, List.of(connections)), "");
    }

    private RestClient.Answer restore(long number, String query) {
        return admin.send(
                "POST",
                "/api/ruleChain/%s/versions/%d/restore%s".formatted(chain, number, query),
                null);
    }

    private JsonNode compare(long from, long to) {
        return admin.get("/api/ruleChain/%s/versions/%d/compare/%d".formatted(chain, from, to))
                .expect(200)
                .json();
    }

    private static List<String> names(JsonNode nodes) {
        return nodes.valueStream().map(node -> node.path("name").asString()).toList();
    }

    @Test
    void everyVersionSaysWhoMadeItWhenAndWhy() {
        JsonNode user = admin.get("/api/auth/user").expect(200).json();
        save(graph(chain, List.of(node(ACKNOWLEDGE, "end")), List.of()), "Nothing is kept: 100 %");

        JsonNode page = list("pageSize=10&page=0");

        assertThat(page.path("totalElements").intValue()).isEqualTo(2);
        assertThat(page.path("data").valueStream())
                .extracting(
                        version -> version.path("number").intValue(),
                        version -> version.path("comment").stringValue(null),
                        version -> version.path("current").booleanValue())
                .containsExactly(tuple(2, "Nothing is kept: 100 %", true), tuple(1, null, false));
        assertThat(page.path("data").valueStream())
                .allSatisfy(version -> {
                    assertThat(version.path("authorId")).isEqualTo(user.path("id"));
                    assertThat(version.path("authorName")).isEqualTo(user.path("email"));
                    assertThat(version.path("createdTime").longValue()).isPositive();
                });
    }

    @Test
    void theListIsReadPageByPageAndSearched() {
        for (String comment : List.of("one", "two", "three")) {
            save(graph(chain, List.of(node(ACKNOWLEDGE, comment)), List.of()), comment);
        }

        JsonNode second = list("pageSize=3&page=1");
        JsonNode found = list("pageSize=3&page=0&textSearch=TW");
        JsonNode oldest = list("pageSize=1&page=0&sortProperty=number&sortOrder=ASC");

        assertThat(second.path("data").size()).isEqualTo(1);
        assertThat(second.at("/data/0/number").intValue()).isEqualTo(1);
        assertThat(second.path("hasNext").booleanValue()).isFalse();
        assertThat(found.at("/data/0/number").intValue()).isEqualTo(3);
        assertThat(found.path("totalElements").intValue()).isEqualTo(1);
        assertThat(oldest.at("/data/0/number").intValue()).isEqualTo(1);
        admin.get("/api/ruleChain/" + chain + "/versions").expectError(400, 31);
    }

    @Test
    void whateverMakesAVersionKeepsItsComment() {
        String made = id(admin.post("/api/ruleChain?comment=made", Map.of("name", "B")).json());
        String template =
                id(
                        admin.post(
                                        "/api/ruleChain/device/default?comment=template",
                                        Map.of("name", "C"))
                                .json());
        ObjectNode file = ChainClient.sample("boiler-room.json");
        String imported = id(admin.post("/api/ruleChain/import?comment=one", file).json());
        JsonNode export = admin.get("/api/ruleChains/export?limit=1").expect(200).json();
        JsonNode all = admin.post("/api/ruleChains/import?comment=all", export).json();

        assertThat(comment(made)).isEqualTo("made");
        assertThat(comment(template)).isEqualTo("template");
        assertThat(comment(imported)).isEqualTo("one");
        assertThat(comment(all.at("/0/ruleChainId/id").stringValue())).isEqualTo("all");
        assertThat(comment(id(chains.root()))).isEqualTo("Created with the tenant");
        assertThat(listOf(id(chains.root()), "pageSize=1&page=0").at("/data/0/authorId").isNull())
                .isTrue();
    }

    @Test
    void refusesACommentThatIsTooLong() {
        ObjectNode graph = graph(chain, List.of(node(ACKNOWLEDGE, "end")), List.of());

        admin.post("/api/ruleChain/metadata?comment=" + "x".repeat(1001), graph)
                .expectError(400, 31);
        admin.post("/api/ruleChain/metadata?comment=%07", graph).expectError(400, 31);
        assertThat(list("pageSize=9&page=0").path("totalElements").intValue()).isEqualTo(1);
    }

    @Test
    void aVersionIsReadAsItWasSaved() {
        ObjectNode first = save(List.of(node(ACKNOWLEDGE, "first")));
        save(List.of(node(ACKNOWLEDGE, "second")));

        JsonNode read = admin.get("/api/ruleChain/" + chain + "/versions/2").expect(200).json();

        assertThat(read.path("nodes")).isEqualTo(first.path("nodes"));
        assertThat(plain(read)).isEqualTo(plain(first));
        assertThat(read.at("/ruleChainId/id").stringValue()).isEqualTo(chain);
        admin.get("/api/ruleChain/" + chain + "/versions/9").expectError(404, 32);
        admin.get("/api/ruleChain/" + chain + "/versions/first").expectError(400, 31);
    }

    @Test
    void aComparisonSaysWhatWasAddedChangedMovedAndRemoved() {
        ObjectNode before =
                save(
                        List.of(
                                node(SWITCH, "what"),
                                node(ACKNOWLEDGE, "moved"),
                                node(ACKNOWLEDGE, "gone"),
                                node(OUTPUT, "renamed")),
                        connection(0, 1, "Other"),
                        connection(0, 2, "Other"),
                        connection(0, 3, "Post telemetry"));
        ObjectNode wanted = before.deepCopy();
        ArrayNode nodes = (ArrayNode) wanted.path("nodes");
        ((ObjectNode) nodes.get(1)).putObject("additionalInfo").put("layoutX", 5);
        ((ObjectNode) nodes.get(3)).put("name", "out").put("queueName", "Main");
        nodes.set(2, call("added", chain));
        wanted.putArray("connections")
                .addPOJO(connection(0, 1, "Other"))
                .addPOJO(connection(0, 2, "Alarm Cleared"))
                .addPOJO(connection(0, 3, "Post attributes"));
        save(wanted, "");

        JsonNode comparison = compare(2, 3);

        assertThat(comparison.path("from").intValue()).isEqualTo(2);
        assertThat(comparison.path("to").intValue()).isEqualTo(3);
        assertThat(comparison.path("firstNode").isNull()).isTrue();
        assertThat(names(comparison.at("/nodes/added"))).containsExactly("added");
        assertThat(names(comparison.at("/nodes/removed"))).containsExactly("gone");
        assertThat(names(comparison.at("/nodes/moved"))).containsExactly("moved");
        assertThat(names(comparison.at("/nodes/changed"))).containsExactly("out");
        assertThat(comparison.at("/nodes/changed/0/changes").toString())
                .isEqualTo(
                        """
                        [{"pointer":"/name","old":"renamed","new":"out"},\
                        {"pointer":"/queueName","old":null,"new":"Main"}]\
                        """);
        assertThat(comparison.at("/connections/changed/0/oldType").asString())
                .isEqualTo("Post telemetry");
        assertThat(comparison.at("/connections/changed/0/newType").asString())
                .isEqualTo("Post attributes");
        assertThat(comparison.at("/connections/added/0/to/name").asString()).isEqualTo("added");
        assertThat(comparison.at("/connections/removed/0/to/name").asString()).isEqualTo("gone");
        assertThat(compare(3, 3).toString()).doesNotContain("name");
        admin.get("/api/ruleChain/" + chain + "/versions/2/compare/9").expectError(404, 32);
    }

    @Test
    void aRestoreIsANewVersionWithTheNodesOfTheOldOne() {
        ObjectNode first =
                save(
                        List.of(node(SWITCH, "what"), node(ACKNOWLEDGE, "end")),
                        connection(0, 1, "Other"));
        save(List.of(node(ACKNOWLEDGE, "mistake")));

        JsonNode restored = restore(2, "?comment=Back%20again").expect(200).json();

        assertThat(restored.path("nodes")).isEqualTo(first.path("nodes"));
        assertThat(restored.path("connections")).isEqualTo(first.path("connections"));
        assertThat(chains.metadata(chain)).isEqualTo(restored);
        assertThat(list("pageSize=1&page=0").at("/data/0/number").intValue()).isEqualTo(4);
        assertThat(comment(chain)).isEqualTo("Back again");
        restore(3, "").expect(200);
        assertThat(comment(chain)).isEqualTo("Version 3 restored");
        assertThat(compare(3, 5).at("/nodes/changed").isEmpty()).isTrue();
        restore(77, "").expectError(404, 32);
    }

    @Test
    void aRestoreTakesWhatNoMessageTakesAsAWarning() {
        ObjectNode file = RestClient.object();
        file.putObject("ruleChain").put("name", "Imported");
        file.set(
                "metadata",
                graph(chain, List.of(node(SWITCH, "first"), node(ACKNOWLEDGE, "lost")), List.of()));
        String imported = id(admin.post("/api/ruleChain/import", file).expect(200).json());
        chains.save(graph(imported, List.of(node(ACKNOWLEDGE, "end")), List.of())).expect(200);

        JsonNode restored =
                admin.send("POST", "/api/ruleChain/" + imported + "/versions/1/restore", null)
                        .expect(200)
                        .json();

        assertThat(restored.at("/warnings/0/nodeName").asString()).isEqualTo("lost");
    }

    @Test
    void aRestoreIsRefusedIfAnotherUserHasChangedTheChain() {
        long seen = chains.metadata(chain).path("version").longValue();
        save(List.of(node(ACKNOWLEDGE, "another user's")));

        restore(1, "?version=" + seen).expectError(409, 35);
        restore(1, "?version=" + (seen + 1)).expect(200);
        restore(2, "").expect(200);
    }

    @Test
    void ofARestoreAndSavesAtTheSameTimeOneWins() {
        ObjectNode seen = save(List.of(node(ACKNOWLEDGE, "end")));
        long version = seen.path("version").longValue();
        List<Integer> answers;
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Stream<CompletableFuture<RestClient.Answer>> saves =
                    Stream.generate(() ->
                                    CompletableFuture.supplyAsync(() -> chains.save(seen), threads))
                            .limit(4);
            Stream<CompletableFuture<RestClient.Answer>> restores =
                    Stream.generate(() ->
                                    CompletableFuture.supplyAsync(
                                            () -> restore(1, "?version=" + version), threads))
                            .limit(4);
            answers =
                    Stream.concat(saves, restores).toList().stream()
                            .map(CompletableFuture::join)
                            .map(RestClient.Answer::status)
                            .sorted()
                            .toList();
        }

        assertThat(answers).containsExactly(200, 409, 409, 409, 409, 409, 409, 409);
        assertThat(list("pageSize=9&page=0").path("totalElements").intValue()).isEqualTo(3);
    }

    @Test
    void aSaveWithoutAVersionOverwrites() {
        ObjectNode seen = save(List.of(node(ACKNOWLEDGE, "end")));
        save(List.of(node(ACKNOWLEDGE, "another user's")));

        chains.save(seen).expectError(409, 35);
        seen.remove("version");
        chains.save(seen).expect(200);
        seen.putNull("version");
        chains.save(seen).expect(200);
    }

    @Test
    void callersThatFollowARenamedOutputSayWhy() {
        chains.save(graph(chain, List.of(node(OUTPUT, "before")), List.of())).expect(200);
        String caller = id(chains.create("Caller"));
        List<ObjectNode> nodes = List.of(call("call", chain), node(ACKNOWLEDGE, "end"));
        chains.save(graph(caller, nodes, List.of(connection(0, 1, "before")))).expect(200);
        ObjectNode metadata = chains.metadata(chain);
        ((ObjectNode) metadata.at("/nodes/0")).put("name", "after");

        save(metadata, "Clearer");

        assertThat(comment(chain)).isEqualTo("Clearer");
        assertThat(comment(caller)).isEqualTo("Labels follow the outputs of rule chain \"A\"");
    }
}
