// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.registry.action;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import io.millrace.server.rest.SubmittedMessages;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The messages to the rule chains about changes of profiles and of rule chains. */
class ProfileAndChainActionsIT {

    private static final String OUTPUT = "org.thingsboard.rule.engine.flow.TbRuleChainOutputNode";
    private static final String CALL = "org.thingsboard.rule.engine.flow.TbRuleChainInputNode";

    private final RestServer server = RestServer.running();
    private final JsonMapper json = server.bean(JsonMapper.class);
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);

    private List<RuleMessage> told(String id) {
        UUID entity = UUID.fromString(id);
        return server.bean(SubmittedMessages.class).of(tenant).stream()
                .filter(message -> message.originator().id().equals(entity))
                .toList();
    }

    private List<String> types(String id) {
        return told(id).stream().map(RuleMessage::type).toList();
    }

    private JsonNode post(String path, Object body) {
        return admin.post(path, body).expect(200).json();
    }

    private String newChain(String name) {
        return post("/api/ruleChain", Map.of("name", name)).at("/id/id").stringValue();
    }

    @ParameterizedTest
    @CsvSource({
        "deviceProfile, DEVICE_PROFILE",
        "assetProfile, ASSET_PROFILE",
        "ruleChain, RULE_CHAIN"
    })
    void theChainsHearOfEachChange(String path, String type) {
        JsonNode made = post("/api/" + path, Map.of("name", "New"));
        String id = made.at("/id/id").stringValue();
        ObjectNode body = (ObjectNode) made.deepCopy();
        JsonNode changed = post("/api/" + path, body.put("name", "Newer"));
        admin.delete("/api/" + path + "/" + id).expect(200);

        List<RuleMessage> messages = told(id);
        assertThat(messages)
                .extracting(RuleMessage::type)
                .containsExactly("ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_DELETED");
        assertThat(messages)
                .extracting(message -> json.readTree(message.payload().text()))
                .containsExactly(made, changed, changed);
        assertThat(messages)
                .allSatisfy(message -> {
                    assertThat(message.originator().type().name()).isEqualTo(type);
                    assertThat(message.metadata().values())
                            .containsKeys("userId", "userName", "userEmail")
                            .contains(entry("entityType", type));
                });
        assertThat(messages.getLast().metadata().get("entityName")).isEqualTo("Newer");
    }

    @ParameterizedTest
    @CsvSource({"deviceProfile", "assetProfile"})
    void bothProfilesChangeWhereAnotherOneBecomesTheDefault(String path) {
        String former = admin.get("/api/%sInfo/default".formatted(path)).expect(200).text("/id/id");
        String next = post("/api/" + path, Map.of("name", "Next")).at("/id/id").stringValue();

        String choice = "/api/%s/%s/default".formatted(path, next);
        JsonNode chosen = post(choice, "");
        post(choice, "");

        assertThat(types(former)).containsExactly("ENTITY_UPDATED");
        assertThat(types(next)).containsExactly("ENTITY_CREATED", "ENTITY_UPDATED");
        assertThat(json.readTree(told(next).getLast().payload().text())).isEqualTo(chosen);
        assertThat(json.readTree(told(former).getLast().payload().text()).path("default"))
                .isEqualTo(json.getNodeFactory().booleanNode(false));
    }

    @Test
    void bothChainsChangeWhereAnotherOneBecomesTheRoot() {
        JsonNode chains = admin.get("/api/ruleChains?pageSize=10&page=0").expect(200).json();
        String former = chains.at("/data/0/id/id").stringValue();
        String next = newChain("Next");

        JsonNode root = post("/api/ruleChain/%s/root".formatted(next), "");
        post("/api/ruleChain/%s/root".formatted(next), "");

        assertThat(types(former)).containsExactly("ENTITY_UPDATED");
        assertThat(types(next)).containsExactly("ENTITY_CREATED", "ENTITY_UPDATED");
        assertThat(json.readTree(told(next).getLast().payload().text())).isEqualTo(root);
    }

    @Test
    void savingTheNodesOfAChainTellsOfTheChainOnce() {
        String id = newChain("Called");

        saveNodes(id, output("Done"), List.of());

        assertThat(types(id)).containsExactly("ENTITY_CREATED", "ENTITY_UPDATED");
        assertThat(json.readTree(told(id).getLast().payload().text()))
                .isEqualTo(admin.get("/api/ruleChain/" + id).expect(200).json());
    }

    @Test
    void aChainThatFollowsARenamedOutputGetsAMessageToo() {
        String called = newChain("Called");
        JsonNode stored = saveNodes(called, output("Done"), List.of());
        String caller = newChain("Caller");
        List<Map<String, Object>> calls =
                List.of(
                        Map.of(
                                "type",
                                CALL,
                                "name",
                                "call",
                                "configuration",
                                Map.of("ruleChainId", called)),
                        Map.of("type", OUTPUT, "name", "end", "configuration", Map.of()));
        saveNodes(caller, calls, List.of(Map.of("fromIndex", 0, "toIndex", 1, "type", "Done")));
        ObjectNode renamed = (ObjectNode) stored.deepCopy();
        ((ObjectNode) renamed.at("/nodes/0")).put("name", "Finished");

        post("/api/ruleChain/metadata", renamed);

        assertThat(types(called)).hasSize(3).endsWith("ENTITY_UPDATED");
        assertThat(types(caller))
                .containsExactly("ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_UPDATED");
    }

    @Test
    void restoringAVersionTellsOfTheChainOnce() {
        String id = newChain("Called");
        saveNodes(id, output("Done"), List.of());

        post("/api/ruleChain/%s/versions/1/restore".formatted(id), "");

        assertThat(types(id)).containsExactly("ENTITY_CREATED", "ENTITY_UPDATED", "ENTITY_UPDATED");
    }

    @Test
    void anImportTellsOfEachChainOnce() {
        String replaced = newChain("Again");
        JsonNode export = admin.get("/api/ruleChains/export?limit=10").expect(200).json();
        String root =
                admin.get("/api/ruleChains?pageSize=10&page=0&textSearch=Root")
                        .expect(200)
                        .text("/data/0/id/id");

        post("/api/ruleChains/import?overwrite=true", export);
        JsonNode added = post("/api/ruleChains/import", export);

        assertThat(types(replaced)).containsExactly("ENTITY_CREATED", "ENTITY_UPDATED");
        assertThat(types(root)).containsExactly("ENTITY_UPDATED");
        assertThat(added.valueStream().map(each -> each.at("/ruleChainId/id").stringValue()))
                .hasSize(2)
                .allSatisfy(id -> assertThat(types(id)).containsExactly("ENTITY_CREATED"));
    }

    @Test
    void theImportOfOneFileTellsOfTheNewChainOnce() {
        Map<String, Object> file =
                Map.of(
                        "ruleChain",
                        Map.of("name", "Filed"),
                        "metadata",
                        Map.of(
                                "firstNodeIndex",
                                0,
                                "nodes",
                                output("Done"),
                                "connections",
                                List.of()));

        String id = post("/api/ruleChain/import", file).at("/id/id").stringValue();
        String template =
                post("/api/ruleChain/device/default", Map.of("name", "Template"))
                        .at("/id/id")
                        .stringValue();

        assertThat(types(id)).containsExactly("ENTITY_CREATED");
        assertThat(types(template)).containsExactly("ENTITY_CREATED");
    }

    private static List<Map<String, Object>> output(String name) {
        return List.of(Map.of("type", OUTPUT, "name", name, "configuration", Map.of()));
    }

    private JsonNode saveNodes(
            String chain, List<Map<String, Object>> nodes, List<Map<String, Object>> connections) {
        Map<String, Object> body =
                Map.of(
                        "ruleChainId",
                        Map.of("entityType", "RULE_CHAIN", "id", chain),
                        "firstNodeIndex",
                        0,
                        "nodes",
                        nodes,
                        "connections",
                        connections);
        return post("/api/ruleChain/metadata", body);
    }
}
