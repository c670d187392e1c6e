// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.transfer;

import static io.millrace.server.chains.rulechain.ChainClient.ACKNOWLEDGE;
import static io.millrace.server.chains.rulechain.ChainClient.call;
import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.rulechain.ChainClient.node;
import static io.millrace.server.chains.rulechain.ChainClient.plain;
import static io.millrace.server.chains.rulechain.ChainClient.sample;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.message.id.TenantId;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Chains of other systems: unknown nodes, calls of chains that are elsewhere, values of other editions. */
class ForeignChainsIT {

    private static final String MISSING = "784f394c-42b6-435a-983c-b7beff2784f9";
    private static final String AI_REQUEST = "org.thingsboard.rule.engine.ai.TbAiNode";
    private static final String ADD_TO_GROUP =
            "org.thingsboard.rule.engine.action.TbAddToGroupNode";
    private static final String SPRINKLER = "com.example.greenhouse.SprinklerNode";

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);

    private JsonNode greenhouse() {
        return admin.post(
                        "/api/ruleChain/import?keepUnknown=true", sample("foreign/greenhouse.json"))
                .expect(200)
                .json();
    }

    private static Stream<Tuple> kinds(JsonNode faults) {
        return faults.valueStream()
                .map(fault ->
                        tuple(
                                fault.path("kind").asString(),
                                fault.path("subject").asString(),
                                fault.path("nodeIndex").asInt()));
    }

    @Test
    void refusesUnknownNodesAndSaysWhereTheyBelong() {
        JsonNode refusal =
                admin.post("/api/ruleChain/import", sample("foreign/greenhouse.json"))
                        .expectError(400, 31)
                        .json();

        assertThat(refusal.path("message").asString())
                .startsWith(
                        ("Node types of ThingsBoard PE: %s. Node types that are not yet in Millrace: %s."
                                        + " Unknown node types: %s. ")
                                .formatted(ADD_TO_GROUP, AI_REQUEST, SPRINKLER));
        assertThat(kinds(refusal.path("errors")))
                .containsExactly(
                        tuple("TYPE_NOT_YET", AI_REQUEST, 2),
                        tuple("TYPE_NOT_YET", AI_REQUEST, 3),
                        tuple("TYPE_OF_THINGSBOARD_PE", ADD_TO_GROUP, 4),
                        tuple("UNKNOWN_TYPE", SPRINKLER, 5));
        assertThat(refusal.at("/errors/0/message")).isEqualTo(refusal.at("/errors/1/message"));
        assertThat(kinds(refusal.path("warnings")))
                .contains(
                        tuple("SAME_NAME", "Log", 7),
                        tuple("SAME_NAME", "Log", 8),
                        tuple("MISSING_CHAIN", MISSING, 6));
    }

    @Test
    void keepsUnknownNodesUnchangedOnRequest() {
        JsonNode header = greenhouse();
        ObjectNode metadata = chains.metadata(id(header));

        assertThat(kinds(header.path("warnings")))
                .contains(
                        tuple("TYPE_NOT_YET", AI_REQUEST, 2),
                        tuple("TYPE_OF_THINGSBOARD_PE", ADD_TO_GROUP, 4),
                        tuple("UNKNOWN_TYPE", SPRINKLER, 5),
                        tuple("MISSING_CHAIN", MISSING, 6));
        assertThat(metadata.path("warnings")).isEqualTo(header.path("warnings"));
        ObjectNode wanted =
                sample("foreign/greenhouse.json").path("metadata").deepCopy().asObject();
        JsonNode exported =
                admin.get("/api/ruleChains/export?limit=10").expect(200).json().at("/metadata/1");
        for (int i : List.of(2, 3, 4, 5)) {
            assertThat(plain(metadata).path("nodes").get(i)).isEqualTo(wanted.path("nodes").get(i));
            assertThat(exported.path("nodes").get(i)).isEqualTo(wanted.path("nodes").get(i));
        }
        assertThat(metadata.path("connections").valueStream())
                .containsExactlyInAnyOrderElementsOf(wanted.path("connections").values());
    }

    @Test
    void aChainWithPlaceholdersCanBeSavedAndGetsNoOthersUnasked() {
        ObjectNode metadata = chains.metadata(id(greenhouse()));
        ((ObjectNode) metadata.at("/nodes/5")).put("name", "Sprinkle less");

        ObjectNode saved = (ObjectNode) chains.save(metadata).expect(200).json();
        ArrayNode nodes = (ArrayNode) saved.path("nodes");
        nodes.add(node("com.example.greenhouse.LampNode", "Light"));
        ((ArrayNode) saved.path("connections"))
                .add(
                        RestClient.object()
                                .put("fromIndex", 0)
                                .put("toIndex", nodes.size() - 1)
                                .put("type", "Inactivity Event"));

        assertThat(saved.at("/nodes/5/name").asString()).isEqualTo("Sprinkle less");
        JsonNode refusal = chains.save(saved).expectError(400, 31).json();
        assertThat(kinds(refusal.path("errors")))
                .containsExactly(tuple("UNKNOWN_TYPE", "com.example.greenhouse.LampNode", 10));
        assertThat(
                        admin.post("/api/ruleChain/metadata/validate", saved)
                                .expect(200)
                                .json()
                                .path("errors"))
                .isEqualTo(refusal.path("errors"));
        assertThat(
                        admin.post("/api/ruleChain/metadata/validate?keepUnknown=true", saved)
                                .expect(200)
                                .json()
                                .path("errors"))
                .isEmpty();
        admin.post("/api/ruleChain/metadata?keepUnknown=true", saved).expect(200);
    }

    @Test
    void aPlaceholderFailsItsMessagesWithTheReason() {
        String chain = id(greenhouse());

        JsonNode report =
                admin.post("/api/ruleChain/testRun", fromNode(chain, 4)).expect(200).json();

        assertThat(report.at("/steps/0/labels/0").asString()).isEqualTo("Failure");
        assertThat(report.at("/steps/0/error").asString())
                .isEqualTo(
                        "node type %s is not available in Millrace: the node \"add to group\" belongs to ThingsBoard PE"
                                .formatted(ADD_TO_GROUP));
        assertThat(report.at("/steps/1/nodeName").asString()).isEqualTo("Log");
    }

    @Test
    void aMessageForAMissingChainFailsAtTheNodeThatCallsIt() {
        String chain = id(greenhouse());

        JsonNode report =
                admin.post("/api/ruleChain/testRun", fromNode(chain, 6)).expect(200).json();

        assertThat(report.path("outcome").asString()).isEqualTo("FAILED");
        assertThat(report.at("/error/nodeName").asString()).isEqualTo("Reports");
        assertThat(report.at("/error/message").asString())
                .isEqualTo(
                        "the tenant has no rule chain %s; node \"Reports\" of rule chain \"Greenhouse\" called it"
                                .formatted(MISSING));
    }

    private static Map<String, Object> fromNode(String chain, int node) {
        return Map.of(
                "ruleChainId",
                Map.of("entityType", "RULE_CHAIN", "id", chain),
                "fromNodeIndex",
                node,
                "message",
                Map.of("data", Map.of("t", 1)));
    }

    @Test
    void refusesAValueOfAnotherEditionWithTheValueBeforeTheListOfThoseAllowed() {
        JsonNode refusal =
                admin.post(
                                "/api/ruleChain/import?keepUnknown=true",
                                sample("foreign/fleet-groups.json"))
                        .expectError(400, 31)
                        .json();

        assertThat(refusal.path("errors").valueStream())
                .allSatisfy(fault ->
                        assertThat(fault.path("kind").asString()).isEqualTo("CONFIGURATION"))
                .extracting(fault -> fault.path("message").asString())
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .startsWith(
                                                "\"ENTITY_GROUP\" (of ThingsBoard PE) is not one of TENANT, "),
                        second ->
                                assertThat(second)
                                        .isEqualTo(
                                                "\"SOMETIMES\" is not one of ON_EVERY_MESSAGE, WEBSOCKETS_ONLY,"
                                                        + " DEDUPLICATE, ADVANCED"));
    }

    @Test
    void ofSeveralChainsOnlyCallsThatLeadOutOfTheFileAreMissing() {
        ObjectNode file = sample("foreign/house.json");
        JsonNode refusal = admin.post("/api/ruleChains/import", file).expectError(400, 31).json();

        JsonNode results =
                admin.post("/api/ruleChains/import?keepUnknown=true", file).expect(200).json();

        assertThat(refusal.at("/errors/0/ruleChainName").asString()).isEqualTo("House");
        assertThat(kinds(refusal.path("warnings")))
                .containsExactly(tuple("MISSING_CHAIN", MISSING, 1));
        assertThat(kinds(results.at("/0/warnings")))
                .containsExactly(
                        tuple("MISSING_CHAIN", MISSING, 1),
                        tuple(
                                "TYPE_OF_THINGSBOARD_PE",
                                "org.thingsboard.rule.engine.analytics.incoming.TbSimpleAggMsgNode",
                                2));
        assertThat(results.at("/1/warnings")).isEmpty();
    }

    @Test
    void listsWhatSendsMessagesIntoAChain() {
        String called = id(chains.create("Called"));
        String caller = id(chains.create("Caller"));
        List<ObjectNode> nodes = List.of(call("ask", called), node(ACKNOWLEDGE, "end"));
        chains.save(graph(caller, nodes, List.of(ChainClient.connection(0, 1, "Done"))))
                .expect(200);
        ObjectNode profile = RestClient.object().put("name", "Thermometer").put("type", "DEFAULT");
        profile.putObject("defaultRuleChainId").put("entityType", "RULE_CHAIN").put("id", called);
        JsonNode stored = admin.post("/api/deviceProfile", profile).expect(200).json();

        JsonNode users = admin.get("/api/ruleChain/" + called + "/usedBy").expect(200).json();

        assertThat(users.path("root").booleanValue()).isFalse();
        assertThat(users.path("nodes").valueStream())
                .singleElement()
                .satisfies(user -> {
                    assertThat(user.at("/ruleChainId/id").asString()).isEqualTo(caller);
                    assertThat(user.path("ruleChainName").asString()).isEqualTo("Caller");
                    assertThat(user.path("ruleNodeName").asString()).isEqualTo("ask");
                });
        assertThat(users.at("/deviceProfiles/0/id")).isEqualTo(stored.path("id"));
        assertThat(users.at("/deviceProfiles/0/name").asString()).isEqualTo("Thermometer");
        assertThat(users.path("assetProfiles")).isEmpty();
        assertThat(
                        admin.get("/api/ruleChain/" + caller + "/usedBy")
                                .expect(200)
                                .json()
                                .path("nodes"))
                .isEmpty();
    }
}
