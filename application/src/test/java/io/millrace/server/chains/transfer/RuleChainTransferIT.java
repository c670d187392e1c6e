// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import static io.millrace.server.chains.rulechain.ChainClient.ACKNOWLEDGE;
import static io.millrace.server.chains.rulechain.ChainClient.OUTPUT;
import static io.millrace.server.chains.rulechain.ChainClient.call;
import static io.millrace.server.chains.rulechain.ChainClient.connection;
import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.rulechain.ChainClient.node;
import static io.millrace.server.chains.rulechain.ChainClient.plain;
import static io.millrace.server.chains.rulechain.ChainClient.sample;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class RuleChainTransferIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);

    private long count() {
        return chains.list("pageSize=1&page=0").path("totalElements").longValue();
    }

    private JsonNode exported() {
        return admin.get("/api/ruleChains/export?limit=100").expect(200).json();
    }

    @Test
    void importsTheFileOfOneChainUnchanged() {
        ObjectNode file = sample("boiler-room.json");

        JsonNode header = admin.post("/api/ruleChain/import", file).expect(200).json();

        ObjectNode wanted = file.path("metadata").deepCopy().asObject();
        wanted.remove("version");
        JsonNode metadata = chains.metadata(id(header));
        assertThat(header.path("name").stringValue()).isEqualTo("Boiler room");
        assertThat(header.path("root").booleanValue()).isFalse();
        assertThat(header.at("/additionalInfo/description").stringValue())
                .isEqualTo("What the boilers send.");
        assertThat(header.at("/firstRuleNodeId/id")).isEqualTo(metadata.at("/nodes/6/id/id"));
        assertThat(sorted(plain(metadata))).isEqualTo(sorted(wanted));
    }

    /** With the connections in the order in which the service lists them. */
    private static ObjectNode sorted(ObjectNode metadata) {
        List<JsonNode> connections =
                metadata.path("connections")
                        .valueStream()
                        .sorted(Comparator.comparing(JsonNode::toString))
                        .toList();
        ((ArrayNode) metadata.path("connections")).removeAll().addAll(connections);
        return metadata;
    }

    @Test
    void importsAFileOfTheOldFormat() {
        JsonNode header =
                admin.post("/api/ruleChain/import", sample("boiler-room-old-format.json"))
                        .expect(200)
                        .json();

        JsonNode metadata = chains.metadata(id(header));
        assertThat(header.path("name").stringValue()).isEqualTo("Boiler room, as of 2019");
        assertThat(metadata.path("nodes").size()).isEqualTo(8);
        assertThat(metadata.path("connections").size()).isEqualTo(7);
        assertThat(metadata.at("/nodes/0/configurationVersion").intValue()).isEqualTo(1);
        assertThat(metadata.at("/nodes/1/configurationVersion").intValue()).isEqualTo(3);
        assertThat(metadata.at("/nodes/2/debugSettings/failuresEnabled").booleanValue()).isTrue();
        assertThat(metadata.at("/nodes/2/debugSettings/allEnabledUntil").longValue()).isPositive();
        assertThat(metadata.at("/nodes/3/debugSettings").isNull()).isTrue();
        assertThat(metadata.at("/nodes/7/type").stringValue()).isEqualTo(ChainClient.RULE_CHAIN);
        assertThat(metadata.at("/nodes/7/name").stringValue()).isEqualTo("Rule Chain Input");
        assertThat(metadata.at("/nodes/7/configuration/ruleChainId").stringValue())
                .isEqualTo("5e8f0c1e-0000-4000-8000-00000000a001");
    }

    @Test
    void importsNothingOfAFileWithFaults() {
        ObjectNode file = sample("boiler-room.json");
        ((ObjectNode) file.at("/metadata/nodes/0")).put("type", "com.example.FirstNode");
        ((ObjectNode) file.at("/metadata/nodes/1")).put("type", "com.example.SecondNode");
        ((ObjectNode) file.at("/metadata/connections/0")).put("toIndex", 40);
        long before = count();

        String message =
                admin.post("/api/ruleChain/import", file).expectError(400, 31).text("/message");

        assertThat(message)
                .contains(
                        "com.example.FirstNode, com.example.SecondNode", "connections[0].toIndex");
        assertThat(count()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"ruleChain\":{\"name\":\"A\"}}",
                "{\"metadata\":{\"nodes\":[]}}",
                "{\"ruleChain\":{\"name\":\"\"},\"metadata\":{\"nodes\":[]}}",
                "{\"ruleChain\":{\"name\":\"A\"},\"metadata\":{\"nodes\":[5]}}"
            })
    void refusesWhatIsNoFileOfAChain(String body) {
        admin.post("/api/ruleChain/import", body).expectError(400, 31);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"ruleChains\":[],\"metadata\":5}",
                "{\"ruleChains\":[{\"name\":\"A\"}],\"metadata\":[]}",
                "{\"ruleChains\":[{\"id\":\"11111111-1111-4111-8111-111111111111\",\"name\":\"A\"}],\"metadata\":[]}",
                "{\"ruleChains\":[],\"metadata\":[{\"nodes\":[]}]}"
            })
    void refusesWhatIsNoExportOfChains(String body) {
        admin.post("/api/ruleChains/import", body).expectError(400, 31);
    }

    @Test
    void anExportHidesWhereItComesFrom() {
        String called = id(chains.create("Called"));
        String caller = id(chains.create("Caller"));
        chains.save(graph(caller, List.of(call("call", called)), List.of())).expect(200);

        JsonNode export = exported();

        assertThat(export.toString())
                .doesNotContain(called, caller, tenant.toString(), id(chains.root()));
        assertThat(export.path("ruleChains").size()).isEqualTo(3);
        assertThat(export.at("/metadata/2/nodes/0/configuration/ruleChainId").stringValue())
                .isEqualTo(export.at("/ruleChains/1/id/id").stringValue());
        assertThat(export.at("/metadata/2/ruleChainId")).isEqualTo(export.at("/ruleChains/2/id"));
        assertThat(export.at("/ruleChains/2/tenantId").isNull()).isTrue();
    }

    @Test
    void anExportHoldsTheOldestChainsUpToALimit() {
        chains.create("A");

        JsonNode export = admin.get("/api/ruleChains/export?limit=1").expect(200).json();

        assertThat(export.path("ruleChains").size()).isEqualTo(1);
        assertThat(export.at("/ruleChains/0/name").stringValue()).isEqualTo("Root Rule Chain");
        admin.get("/api/ruleChains/export?limit=0").expectError(400, 31);
        admin.get("/api/ruleChains/export").expectError(400, 31);
    }

    @Test
    void refusesAnExportThatNoImportWouldTake() {
        String padding = "x".repeat(9 * 1024 * 1024);
        for (String name : List.of("A", "B")) {
            ObjectNode large = node(ACKNOWLEDGE, "end");
            large.putObject("additionalInfo").put("description", padding);
            chains.save(graph(id(chains.create(name)), List.of(large), List.of())).expect(200);
        }

        admin.get("/api/ruleChains/export?limit=3").expectError(400, 31);
        admin.get("/api/ruleChains/export?limit=2").expect(200);
    }

    @Test
    void anotherTenantGetsTheSameGraphsOutOfAnExport() {
        String called = id(chains.create("Called"));
        chains.save(graph(called, List.of(node(OUTPUT, "done")), List.of())).expect(200);
        String caller = id(chains.create("Caller"));
        List<ObjectNode> nodes = List.of(call("call", called), node(ACKNOWLEDGE, "end"));
        chains.save(graph(caller, nodes, List.of(connection(0, 1, "done")))).expect(200);
        RestClient stranger = server.newTenantAdministrator();
        ChainClient other = new ChainClient(stranger);
        String root = id(other.root());

        JsonNode results = stranger.post("/api/ruleChains/import", exported()).expect(200).json();

        assertThat(results.valueStream().map(r -> r.path("ruleChainName").stringValue()))
                .containsExactly("Root Rule Chain", "Called", "Caller");
        assertThat(results.valueStream().map(r -> r.path("updated").booleanValue()))
                .containsOnly(false);
        assertThat(id(other.root())).isEqualTo(root);
        String newRoot = results.at("/0/ruleChainId/id").stringValue();
        String newCalled = results.at("/1/ruleChainId/id").stringValue();
        JsonNode newCaller = other.metadata(results.at("/2/ruleChainId/id").stringValue());
        assertThat(plain(other.metadata(newRoot)))
                .isEqualTo(plain(chains.metadata(id(chains.root()))));
        assertThat(plain(other.metadata(newCalled))).isEqualTo(plain(chains.metadata(called)));
        assertThat(newCaller.at("/nodes/0/configuration/ruleChainId").stringValue())
                .isEqualTo(newCalled);
        assertThat(newCaller.path("connections"))
                .isEqualTo(chains.metadata(caller).path("connections"));
    }

    @Test
    void anImportThatOverwritesKeepsIdAndRootOfTheChainOfTheSameName() {
        ObjectNode export = (ObjectNode) exported();
        ((ObjectNode) export.at("/metadata/0/nodes/0")).put("name", "renamed");
        String root = id(chains.root());

        JsonNode results =
                admin.post("/api/ruleChains/import?overwrite=true", export).expect(200).json();

        assertThat(results.at("/0/ruleChainId/id").stringValue()).isEqualTo(root);
        assertThat(results.at("/0/updated").booleanValue()).isTrue();
        assertThat(id(chains.root())).isEqualTo(root);
        assertThat(chains.metadata(root).at("/nodes/0/name").stringValue()).isEqualTo("renamed");
        assertThat(count()).isEqualTo(1);
    }

    @Test
    void chainsThatWereOverwrittenStillCallEachOther() {
        String called = id(chains.create("Called"));
        String caller = id(chains.create("Caller"));
        chains.save(graph(caller, List.of(call("call", called)), List.of())).expect(200);

        admin.post("/api/ruleChains/import?overwrite=true", exported()).expect(200);

        assertThat(count()).isEqualTo(3);
        assertThat(chains.metadata(caller).at("/nodes/0/configuration/ruleChainId").stringValue())
                .isEqualTo(called);
    }

    @Test
    void chainsOfOneNameAreOverwrittenOneByOne() {
        String first = id(chains.create("Twin"));
        String second = id(chains.create("Twin"));

        JsonNode results =
                admin.post("/api/ruleChains/import?overwrite=true", exported()).expect(200).json();

        assertThat(results.valueStream().map(result -> result.at("/ruleChainId/id").stringValue()))
                .containsExactly(id(chains.root()), first, second);
    }

    @Test
    void anImportBesideTheRootIsNotTheRoot() {
        String root = id(chains.root());

        admin.post("/api/ruleChains/import", exported()).expect(200);

        assertThat(id(chains.root())).isEqualTo(root);
        assertThat(count()).isEqualTo(2);
    }

    @Test
    void importsAllChainsOrNone() {
        chains.create("Second");
        ObjectNode export = (ObjectNode) exported();
        ((ArrayNode) export.at("/metadata/1/nodes")).add(node("com.example.Node", "strange"));
        RestClient stranger = server.newTenantAdministrator();

        String message =
                stranger.post("/api/ruleChains/import", export)
                        .expectError(400, 31)
                        .text("/message");

        assertThat(message)
                .contains(
                        "Unknown node types: com.example.Node",
                        "Rule chain \"Second\": Node \"strange\"");
        assertThat(ChainClient.names(new ChainClient(stranger).list("pageSize=9&page=0")))
                .containsExactly("Root Rule Chain");
    }

    @Test
    void aTenantInAConfigurationBecomesTheImportingOne() {
        ObjectNode file = sample("boiler-room.json");
        ((ObjectNode) file.at("/metadata/nodes/2/configuration"))
                .putObject("owner")
                .setAll(
                        Map.of(
                                "entityType", RestClient.object().put("t", "TENANT").path("t"),
                                "id", RestClient.object().put("t", "elsewhere").path("t")));

        JsonNode header = admin.post("/api/ruleChain/import", file).expect(200).json();

        assertThat(chains.metadata(id(header)).at("/nodes/2/configuration/owner/id").stringValue())
                .isEqualTo(tenant.toString());
    }
}
