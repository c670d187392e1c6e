// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.testing;

import static io.millrace.server.chains.rulechain.ChainClient.graph;
import static io.millrace.server.chains.rulechain.ChainClient.id;
import static io.millrace.server.chains.testing.TestRunIT.message;
import static io.millrace.server.chains.testing.TestRunIT.scriptFilter;
import static io.millrace.server.chains.testing.TestRunIT.texts;
import static io.millrace.server.chains.testing.TestRunIT.warmAreSaved;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class TestCaseIT {

    private final RestServer server = RestServer.running();
    private final RestClient admin = server.tenantAdministrator(server.newTenant());
    private final ChainClient chains = new ChainClient(admin);
    private final String chain = id(chains.create("tested"));
    private final String cases = "/api/ruleChain/" + chain + "/testCases";

    @BeforeEach
    void saveAChain() {
        chains.save(warmAreSaved(chain, "20")).expect(200);
    }

    private static Map<String, Object> aCase(String name, double t) {
        return Map.of("name", name, "message", message(t));
    }

    private static Map<String, Object> aCase(String name, double t, Map<String, ?> expected) {
        Map<String, Object> request = new HashMap<>(aCase(name, t));
        request.put("expected", expected);
        return request;
    }

    private JsonNode saved(Map<String, Object> request) {
        return admin.post(cases, request).expect(200).json();
    }

    private String refusal(Map<String, Object> request) {
        return admin.post(cases, request).expect(400).json().path("message").asString();
    }

    private JsonNode runOn(ObjectNode draft) {
        return admin.post(cases + "/run", draft).expect(200).json();
    }

    private ObjectNode failing() {
        return graph(chain, List.of(scriptFilter("return msg.a.b.c;")), List.of());
    }

    private static List<String> differences(JsonNode results) {
        return results.at("/results/0/differences").valueStream().map(JsonNode::asString).toList();
    }

    @Test
    void aTestCaseKeepsWhatTheChainDoesAndTellsWhatADraftWouldDoOtherwise() {
        JsonNode kept = saved(aCase("a warm day", 21));

        assertThat(kept.at("/expected/outcome").asString()).isEqualTo("DONE");
        assertThat(texts(admin.get(cases).expect(200).json(), "name"))
                .containsExactly("a warm day");
        JsonNode draft = runOn(warmAreSaved(chain, "30"));
        assertThat(draft.path("passed").asBoolean()).isFalse();
        assertThat(differences(draft).getFirst())
                .contains("outcome: expected DONE, got DONE_WITHOUT_EFFECT");
        assertThat(runOn(warmAreSaved(chain, "10")).path("passed").asBoolean()).isTrue();

        assertThat(refusal(aCase("a warm day", 1))).contains("already has a test case");
        admin.delete(cases + "/" + kept.path("id").asString()).expect(200);
        assertThat(admin.get(cases).expect(200).json()).isEmpty();
    }

    @Test
    void aMessageThatFailsIsOnlyKeptAsExpectedIfTheRequestSaysSo() {
        chains.save(failing()).expect(200);

        assertThat(refusal(aCase("no a", 1)))
                .contains("the message fails now")
                .contains("Warm?")
                .contains("\"outcome\": \"FAILED\"");
        saved(aCase("no a", 1, Map.of("outcome", "FAILED")));
        assertThat(runOn(failing()).path("passed").asBoolean()).isTrue();
        assertThat(differences(runOn(warmAreSaved(chain, "0"))))
                .singleElement()
                .asString()
                .contains("expected FAILED, got DONE");
    }

    @Test
    void aFailureIsADifferenceAlsoWhereNoOutcomeIsExpected() {
        saved(aCase("no write", 1, Map.of("effects", List.of())));

        assertThat(runOn(warmAreSaved(chain, "20")).path("passed").asBoolean()).isTrue();
        assertThat(differences(runOn(failing())))
                .singleElement()
                .asString()
                .startsWith("outcome: expected no failure, got FAILED: ");
    }

    @Test
    void anEmptyOrIncompleteExpectationIsRefused() {
        assertThat(refusal(aCase("empty", 1, Map.of())))
                .contains("at least one of outcome, path, effects and outputs");
        assertThat(refusal(aCase("empty", 1, Map.of("outputs", List.of()))))
                .contains("at least one of outcome, path, effects and outputs");
        assertThat(refusal(aCase("a", 1, Map.of("path", List.of(Map.of("node", "Warm?"))))))
                .contains("expected.path[0]: expected node and labels");
        assertThat(refusal(aCase("a", 1, Map.of("effects", List.of(Map.of("node", "Save"))))))
                .contains("expected.effects[0]: expected node and kind");
        assertThat(
                        refusal(
                                aCase(
                                        "a",
                                        1,
                                        Map.of(
                                                "outputs",
                                                List.of(
                                                        Map.of(
                                                                "node", "Warm?", "label",
                                                                "True"))))))
                .contains("expected.outputs[0]: expected node, label and data");
    }

    @Test
    void theDataThatLeavesAChosenNodeIsCompared() {
        saved(
                aCase(
                        "a warm day",
                        21,
                        Map.of(
                                "outputs",
                                List.of(
                                        Map.of(
                                                "node",
                                                "Warm?",
                                                "label",
                                                "True",
                                                "data",
                                                Map.of("t", 21))))));

        assertThat(runOn(warmAreSaved(chain, "20")).path("passed").asBoolean()).isTrue();
        assertThat(differences(runOn(warmAreSaved(chain, "30"))))
                .containsExactly("output of Warm? by True: expected {\"t\":21}, got none");
    }

    @Test
    void aTestCaseIsChanged() {
        JsonNode kept = saved(aCase("a warm day", 21));
        saved(aCase("a cold day", 1));
        Map<String, Object> change =
                new HashMap<>(aCase("a hot day", 35, Map.of("outcome", "DONE")));
        change.put("id", kept.path("id").asString());

        JsonNode changed = saved(change);

        assertThat(changed.path("createdTime")).isEqualTo(kept.path("createdTime"));
        JsonNode list = admin.get(cases).expect(200).json();
        assertThat(texts(list, "name")).containsExactly("a hot day", "a cold day");
        assertThat(list.at("/0/input/message/data/t").asDouble()).isEqualTo(35);
        assertThat(list.at("/0/expected/path").isNull()).isTrue();
        change.put("name", "a cold day");
        assertThat(refusal(change)).contains("already has a test case");
        change.put("id", UUID.randomUUID());
        admin.post(cases, change).expect(404);
    }

    @Test
    void oneTestCaseIsRunAlone() {
        saved(aCase("a warm day", 21));
        String cold = saved(aCase("a cold day", 1)).path("id").asString();

        JsonNode one = admin.post(cases + "/run?testCaseId=" + cold, "null").expect(200).json();

        assertThat(texts(one.path("results"), "name")).containsExactly("a cold day");
        admin.post(cases + "/run?testCaseId=" + UUID.randomUUID(), "null").expect(404);
    }

    @Test
    void aCaseThatBeginsAtANodeThatIsGoneIsADifferenceOfThisCaseAlone() {
        Map<String, Object> fromSave = new HashMap<>(aCase("into the store", 1));
        fromSave.put("fromNodeIndex", 1);
        saved(fromSave);
        saved(aCase("a cold day", 1));

        JsonNode results =
                runOn(graph(chain, List.of(scriptFilter("return msg.t > 20;")), List.of()));

        assertThat(differences(results))
                .containsExactly("fromNodeId: the node where the case begins no longer exists");
        assertThat(results.at("/results/1/passed").asBoolean()).isTrue();
    }

    @Test
    void aChainThatAsksForItTakesNoVersionThatFailsItsTestCases() {
        saved(aCase("a warm day", 21));
        saved(aCase("a cold day", 1));
        ObjectNode header = chains.header(chain);
        header.putObject("configuration").put("testBeforeSave", true);
        admin.post("/api/ruleChain", header).expect(200);

        JsonNode refused = chains.save(warmAreSaved(chain, "30")).expect(400).json();

        assertThat(refused.path("message").asString())
                .contains("a warm day")
                .contains("expected DONE");
        assertThat(texts(refused.path("testCases"), "name")).containsExactly("a warm day");
        assertThat(refused.at("/testCases/0/differences")).isNotEmpty();
        assertThat(chains.metadata(chain).at("/nodes/0/configuration/tbelScript").asString())
                .contains("20");
        chains.save(warmAreSaved(chain, "10")).expect(200);
    }
}
