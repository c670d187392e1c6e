// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.TenantId;
import io.millrace.rule.store.RuleChainStore;
import io.millrace.server.chains.rulechain.ChainClient;
import io.millrace.server.rest.PublishedChanges;
import io.millrace.server.rest.RestClient;
import io.millrace.server.rest.RestServer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class RuleChainsIT {

    private final RestServer server = RestServer.running();
    private final TenantId tenant = server.newTenant();
    private final RestClient admin = server.tenantAdministrator(tenant);
    private final ChainClient chains = new ChainClient(admin);

    private static String path(JsonNode chain) {
        return "/api/ruleChain/" + ChainClient.id(chain);
    }

    @Test
    void aNewTenantHasARootChainThatTheEngineFinds() {
        JsonNode root = chains.root();

        assertThat(chains.list("pageSize=10&page=0").path("totalElements").intValue()).isEqualTo(1);
        assertThat(root.path("name").stringValue()).isEqualTo("Root Rule Chain");
        assertThat(server.bean(RuleChainStore.class).root(tenant))
                .hasValueSatisfying(version -> {
                    assertThat(version.chain().toString()).isEqualTo(ChainClient.id(root));
                    assertThat(version.nodes()).hasSize(7);
                    assertThat(String.valueOf(version.firstNode()))
                            .isEqualTo(root.at("/firstRuleNodeId/id").stringValue());
                });
    }

    @Test
    void aNewChainHasExactlyTheShapeThatClientsKnow() {
        JsonNode chain =
                admin.post(
                                "/api/ruleChain",
                                """
                                {"name":"A","type":"CORE","root":true,"debugMode":false,"configuration":null,
                                 "additionalInfo":{"description":"first"},"unknown":1}
                                """)
                        .expect(200)
                        .json();

        assertThat(chain.propertyNames())
                .containsExactlyInAnyOrder(
                        "id",
                        "createdTime",
                        "tenantId",
                        "name",
                        "type",
                        "firstRuleNodeId",
                        "root",
                        "debugMode",
                        "configuration",
                        "externalId",
                        "version",
                        "additionalInfo");
        assertThat(chain.at("/id/entityType").stringValue()).isEqualTo("RULE_CHAIN");
        assertThat(chain.at("/tenantId/id").stringValue()).isEqualTo(tenant.toString());
        assertThat(chain.path("createdTime").longValue()).isPositive();
        assertThat(chain.path("root").booleanValue()).isFalse();
        assertThat(chain.path("firstRuleNodeId").isNull()).isTrue();
        assertThat(chain.at("/additionalInfo/description").stringValue()).isEqualTo("first");
        assertThat(chains.header(ChainClient.id(chain))).isEqualTo(chain);
    }

    @Test
    void aNewChainHasNoNodes() {
        JsonNode metadata = chains.metadata(ChainClient.id(chains.create("A")));

        assertThat(metadata.path("nodes").isEmpty()).isTrue();
        assertThat(metadata.path("nodes").isArray()).isTrue();
        assertThat(metadata.get("connections").isNull()).isTrue();
        assertThat(metadata.get("firstNodeIndex").isNull()).isTrue();
        assertThat(metadata.get("ruleChainConnections").isNull()).isTrue();
    }

    @Test
    void changesNameAndDescriptionWithoutTouchingTheNodes() {
        ObjectNode chain =
                (ObjectNode)
                        admin.post("/api/ruleChain/device/default", Map.of("name", "A"))
                                .expect(200)
                                .json();
        JsonNode before = chains.metadata(ChainClient.id(chain));
        chain.put("name", "B").putObject("additionalInfo").put("description", "other");

        JsonNode changed = admin.post("/api/ruleChain", chain).expect(200).json();

        assertThat(changed.path("name").stringValue()).isEqualTo("B");
        assertThat(changed.at("/additionalInfo/description").stringValue()).isEqualTo("other");
        assertThat(changed.path("firstRuleNodeId")).isEqualTo(chain.path("firstRuleNodeId"));
        assertThat(ChainClient.plain(chains.metadata(ChainClient.id(chain))))
                .isEqualTo(ChainClient.plain(before));
    }

    @Test
    void refusesWhatCannotBeTheHeaderOfAChain() {
        ObjectNode chain = chains.create("A");

        admin.post("/api/ruleChain", "{\"name\":\" \"}").expectError(400, 31);
        admin.post("/api/ruleChain", "{\"name\":\"<script>\"}").expectError(400, 31);
        admin.post("/api/ruleChain", "{\"name\":5}").expectError(400, 31);
        admin.post("/api/ruleChain", "[]").expectError(400, 31);
        admin.post("/api/ruleChain", "{\"name\":\"A\",\"type\":\"CLOUD\"}").expectError(400, 31);
        admin.post("/api/ruleChain", chain.put("type", "EDGE")).expectError(400, 31);
        admin.post("/api/ruleChain/device/default", "{}").expectError(400, 31);
    }

    @Test
    void refusesAChangeIfAnotherUserHasChangedTheChainMeanwhile() {
        ObjectNode chain = chains.create("A");
        ObjectNode metadata = chains.metadata(ChainClient.id(chain));
        admin.post("/api/ruleChain", chain.put("name", "B")).expect(200);

        admin.post("/api/ruleChain", chain.put("name", "C")).expectError(409, 35);
        chains.save(metadata).expectError(409, 35);
        chain.remove("version");
        metadata.remove("version");
        admin.post("/api/ruleChain", chain).expect(200);
        chains.save(metadata).expect(200);
    }

    @Test
    void makesAChainOfTheTemplate() {
        JsonNode chain =
                admin.post("/api/ruleChain/device/default", Map.of("name", "Pumps"))
                        .expect(200)
                        .json();

        assertThat(chain.path("name").stringValue()).isEqualTo("Pumps");
        assertThat(chain.path("root").booleanValue()).isFalse();
        assertThat(ChainClient.plain(chains.metadata(ChainClient.id(chain))))
                .isEqualTo(ChainClient.plain(chains.metadata(ChainClient.id(chains.root()))));
    }

    @Test
    void makesAnotherChainTheRoot() {
        JsonNode former = chains.root();
        JsonNode chain = chains.create("A");

        JsonNode answer = admin.post(path(chain) + "/root", "").expect(200).json();
        admin.post(path(chain) + "/root", "").expect(200);

        assertThat(answer.path("root").booleanValue()).isTrue();
        assertThat(ChainClient.id(chains.root())).isEqualTo(ChainClient.id(chain));
        assertThat(chains.header(ChainClient.id(former)).path("root").booleanValue()).isFalse();
        assertThat(server.bean(RuleChainStore.class).root(tenant))
                .hasValueSatisfying(version ->
                        assertThat(version.chain().toString()).isEqualTo(ChainClient.id(chain)));
    }

    @Test
    void aChainForTheEdgeCannotBeTheRoot() {
        JsonNode chain =
                admin.post("/api/ruleChain", Map.of("name", "A", "type", "EDGE"))
                        .expect(200)
                        .json();

        admin.post(path(chain) + "/root", "").expectError(400, 31);
    }

    @Test
    void deletesAChain() {
        JsonNode chain = chains.create("A");

        assertThat(admin.delete(path(chain)).expect(200).body()).isEmpty();

        admin.get(path(chain)).expectError(404, 32);
        admin.delete(path(chain)).expectError(404, 32);
        admin.delete("/api/ruleChain/" + UUID.randomUUID()).expectError(404, 32);
        admin.delete("/api/ruleChain/nonsense").expectError(404, 32);
    }

    @Test
    void theRootChainCannotBeDeleted() {
        JsonNode root = chains.root();

        admin.delete(path(root)).expectError(400, 31);

        admin.get(path(root)).expect(200);
    }

    @Test
    void aChainThatAProfileUsesCannotBeDeleted() {
        JsonNode chain = chains.create("A");
        ObjectNode profile = RestClient.object().put("name", "pump");
        profile.putObject("defaultRuleChainId")
                .put("entityType", "RULE_CHAIN")
                .put("id", ChainClient.id(chain));
        admin.post("/api/deviceProfile", profile).expect(200);

        String message = admin.delete(path(chain)).expectError(400, 31).text("/message");

        assertThat(message).contains("pump");
        admin.get(path(chain)).expect(200);
    }

    @Test
    void listsChainsByPage() {
        List.of("b", "a", "C_1", "C%1").forEach(chains::create);
        admin.post("/api/ruleChain", Map.of("name", "far", "type", "EDGE")).expect(200);

        JsonNode page = chains.list("pageSize=2&page=0&sortProperty=name&sortOrder=DESC");

        assertThat(page.path("totalElements").intValue()).isEqualTo(5);
        assertThat(page.path("totalPages").intValue()).isEqualTo(3);
        assertThat(page.path("hasNext").booleanValue()).isTrue();
        assertThat(ChainClient.names(chains.list("pageSize=9&page=0&textSearch=c_")))
                .containsExactly("C_1");
        assertThat(ChainClient.names(chains.list("pageSize=9&page=0&type=EDGE")))
                .containsExactly("far");
        assertThat(ChainClient.names(chains.list("pageSize=2&page=1"))).containsExactly("a", "C_1");
        admin.get("/api/ruleChains").expectError(400, 31);
        admin.get("/api/ruleChains?pageSize=1&page=0&type=CLOUD").expectError(400, 31);
        admin.get("/api/ruleChains?pageSize=1&page=0&sortProperty=secret").expectError(400, 31);
    }

    @Test
    void tellsTheEngineOfEveryChangeOnceItIsCommitted() {
        JsonNode chain = chains.create("A");
        PublishedChanges nodes = server.bean(PublishedChanges.class);
        Runnable save = () -> chains.save(chains.metadata(ChainClient.id(chain))).expect(200);
        Runnable root = () -> admin.post(path(chain) + "/root", "").expect(200);
        Runnable importing =
                () ->
                        admin.post("/api/ruleChain/import", ChainClient.sample("boiler-room.json"))
                                .expect(200);
        JsonNode other = chains.create("B");
        Runnable deletion = () -> admin.delete(path(other)).expect(200);

        for (Runnable change : List.of(save, root, importing, deletion)) {
            long before = published(nodes);
            change.run();
            assertThat(published(nodes)).isEqualTo(before + 1);
        }
        assertThat(nodes.published()).noneMatch(PublishedChanges.Published::inTransaction);
    }

    @Test
    void tellsTheEngineOfNothingWhereAChangeIsRefused() {
        PublishedChanges nodes = server.bean(PublishedChanges.class);
        long before = published(nodes);

        admin.delete(path(chains.root())).expectError(400, 31);

        assertThat(published(nodes)).isEqualTo(before);
    }

    private long published(PublishedChanges nodes) {
        return nodes.published().stream()
                .filter(published -> published.event().tenant().equals(tenant))
                .count();
    }
}
