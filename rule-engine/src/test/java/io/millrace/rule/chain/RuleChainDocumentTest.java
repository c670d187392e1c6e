// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RuleChainDocumentTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String CHAIN = "11111111-0000-4000-8000-000000000001";
    private static final String NODE_A = "22222222-0000-4000-8000-00000000000a";
    private static final String NODE_B = "22222222-0000-4000-8000-00000000000b";
    private static final String TENANT = "33333333-0000-4000-8000-000000000001";

    private static final String STORED_HEADER =
            """
            {"id":{"entityType":"RULE_CHAIN","id":"%s"},"createdTime":1700000000000,
             "tenantId":{"entityType":"TENANT","id":"%s"},"name":"Boilers","type":"CORE",
             "firstRuleNodeId":{"entityType":"RULE_NODE","id":"%s"},"root":true,"debugMode":false,
             "configuration":null,"externalId":null,"version":3,
             "additionalInfo":{"description":"all"}}\
            """
                    .formatted(CHAIN, TENANT, NODE_A);

    private static final String STORED_METADATA =
            """
            {"ruleChainId":{"entityType":"RULE_CHAIN","id":"%1$s"},"version":3,"firstNodeIndex":0,
             "nodes":[
              {"id":{"entityType":"RULE_NODE","id":"%2$s"},"createdTime":1700000000001,
               "ruleChainId":{"entityType":"RULE_CHAIN","id":"%1$s"},
               "type":"filter.script","name":"hot?",
               "debugSettings":{"failuresEnabled":true,"allEnabled":false,"allEnabledUntil":5},
               "singletonMode":false,"queueName":null,"configurationVersion":0,
               "configuration":{"scriptLang":"TBEL","tbelScript":"return true;"},
               "externalId":null,"additionalInfo":{"layoutX":1,"layoutY":2}},
              {"id":{"entityType":"RULE_NODE","id":"%3$s"},"createdTime":1700000000002,
               "ruleChainId":{"entityType":"RULE_CHAIN","id":"%1$s"},
               "type":"action.log","name":"log","debugSettings":null,
               "singletonMode":false,"queueName":"HighPriority","configurationVersion":2,
               "configuration":null,"externalId":null,"additionalInfo":null}],
             "connections":[{"fromIndex":0,"toIndex":1,"type":"False"},
                            {"fromIndex":0,"toIndex":1,"type":"True"}],
             "ruleChainConnections":null}\
            """
                    .formatted(CHAIN, NODE_A, NODE_B);

    @Test
    void writesAStoredHeaderAsItWasRead() {
        JsonNode json = JSON.readTree(STORED_HEADER);

        assertThat(RuleChainHeader.read(json).toJson()).hasToString(json.toString());
    }

    @Test
    void writesStoredMetadataAsTheyWereRead() {
        JsonNode json = JSON.readTree(STORED_METADATA);

        assertThat(RuleChainMetadata.read(json).toJson()).hasToString(json.toString());
    }

    @Test
    void exportsWithoutIdentityAndHistory() {
        RuleChainDocument stored =
                new RuleChainDocument(
                        RuleChainHeader.read(JSON.readTree(STORED_HEADER)),
                        RuleChainMetadata.read(JSON.readTree(STORED_METADATA)));

        JsonNode exported = stored.forExport().toJson();

        assertThat(exported.toString())
                .doesNotContain(
                        CHAIN, NODE_A, NODE_B, TENANT, "createdTime", "externalId", "version\"");
        assertThat(exported.at("/ruleChain/root").asBoolean(true)).isFalse();
        assertThat(exported.at("/ruleChain/firstRuleNodeId").isNull()).isTrue();
        assertThat(exported.at("/metadata/nodes/1/queueName").asString()).isEqualTo("HighPriority");
        assertThat(RuleChainDocument.read(exported)).isEqualTo(stored.forExport());
    }

    @Test
    void ignoresWhatItDoesNotKnow() {
        RuleChainDocument read =
                RuleChainDocument.read(
                        JSON.readTree(
                                """
                                {"ruleChain":{"name":"n","color":"red"},
                                 "metadata":{"nodes":[{"type":"t","name":"a","shape":"round"}],
                                             "resources":[]},"more":1}\
                                """));

        assertThat(read.ruleChain().type()).isEqualTo(RuleChainType.CORE);
        assertThat(read.metadata().firstNodeIndex()).isNull();
        assertThat(read.metadata().connections()).isEmpty();
        assertThat(read.metadata().nodes().getFirst().configuration().isNull()).isTrue();
    }

    @Test
    void writesNullWhereThereAreNoConnections() {
        RuleChainMetadata empty = RuleChainMetadata.read(JSON.readTree("{\"nodes\":[]}"));

        assertThat(empty.toJson())
                .isEqualTo(
                        JSON.readTree(
                                """
                                {"firstNodeIndex":null,"nodes":[],"connections":null,
                                 "ruleChainConnections":null}\
                                """));
    }

    @Test
    void writesConnectionsInTheirOrder() {
        JsonNode json =
                RuleChainMetadata.read(
                                JSON.readTree(
                                        """
                                        {"nodes":[],"connections":[
                                          {"fromIndex":1,"toIndex":0,"type":"a"},
                                          {"fromIndex":0,"toIndex":2,"type":"a"},
                                          {"fromIndex":0,"toIndex":1,"type":"b"},
                                          {"fromIndex":0,"toIndex":1,"type":"a"}]}\
                                        """))
                        .toJson();

        assertThat(json.path("connections").toString())
                .isEqualTo(
                        "[{\"fromIndex\":0,\"toIndex\":1,\"type\":\"a\"},"
                                + "{\"fromIndex\":0,\"toIndex\":1,\"type\":\"b\"},"
                                + "{\"fromIndex\":0,\"toIndex\":2,\"type\":\"a\"},"
                                + "{\"fromIndex\":1,\"toIndex\":0,\"type\":\"a\"}]");
    }

    @Test
    void readsTheOldDebugFlagAndNeverWritesIt() {
        RuleChainMetadata read =
                RuleChainMetadata.read(
                        JSON.readTree(
                                """
                                {"nodes":[{"type":"t","name":"a","debugMode":true},
                                          {"type":"t","name":"b","debugMode":false}]}\
                                """));

        assertThat(read.nodes())
                .extracting(RuleNodeDocument::debugSettings)
                .containsExactly(new DebugSettings(true, true, 0), null);
        assertThat(read.toJson().toString()).doesNotContain("debugMode");
    }

    @Test
    void turnsOldConnectionsToOtherChainsIntoNodes() {
        String other = "44444444-0000-4000-8000-000000000001";
        RuleChainMetadata read =
                RuleChainMetadata.read(
                        JSON.readTree(
                                """
                                {"firstNodeIndex":0,"nodes":[{"type":"t","name":"a"}],
                                 "connections":null,
                                 "ruleChainConnections":[
                                   {"fromIndex":0,"type":"Success",
                                    "targetRuleChainId":{"entityType":"RULE_CHAIN","id":"%s"},
                                    "additionalInfo":{"layoutX":5,"description":"d","ruleChainNodeId":"r"}},
                                   {"fromIndex":0,"type":"Failure","targetRuleChainId":"%s"}]}\
                                """
                                        .formatted(other, CHAIN)),
                        chain ->
                                chain.id().toString().equals(other)
                                        ? Optional.of("Pressure")
                                        : Optional.empty());

        assertThat(read.nodes()).hasSize(3);
        RuleNodeDocument made = read.nodes().get(1);
        assertThat(made.type()).endsWith("TbRuleChainInputNode");
        assertThat(made.name()).isEqualTo("Pressure");
        assertThat(made.configuration().toString())
                .isEqualTo("{\"ruleChainId\":\"%s\"}".formatted(other));
        assertThat(made.additionalInfo()).hasToString("{\"layoutX\":5}");
        assertThat(read.nodes().get(2).name()).isEqualTo("Rule Chain Input");
        assertThat(read.connections())
                .containsExactly(
                        new ConnectionDocument(0, 1, "Success"),
                        new ConnectionDocument(0, 2, "Failure"));
        assertThat(read.toJson().path("ruleChainConnections").isNull()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    []                                                     | document
                    {}                                                     | ruleChain
                    {"ruleChain":{"name":"n"}}                             | metadata
                    {"ruleChain":{},"metadata":{}}                         | ruleChain.name
                    {"ruleChain":{"name":" "},"metadata":{}}               | ruleChain.name
                    {"ruleChain":{"name":"n","type":"X"},"metadata":{}}    | ruleChain.type
                    {"ruleChain":{"name":"n","id":"x"},"metadata":{}}      | ruleChain.id
                    {"ruleChain":{"name":"n"},"metadata":{"nodes":{}}}     | metadata.nodes
                    {"ruleChain":{"name":"n"},"metadata":{"nodes":[5]}}    | metadata.nodes[0]
                    {"ruleChain":{"name":"n"},"metadata":{"nodes":[{"type":5}]}} | metadata.nodes[0].type
                    {"ruleChain":{"name":"n"},"metadata":{"firstNodeIndex":1.5}} | metadata.firstNodeIndex
                    {"ruleChain":{"name":"n"},"metadata":{"firstNodeIndex":9999999999}} | metadata.firstNodeIndex
                    {"ruleChain":{"name":"n"},"metadata":{"connections":[{"toIndex":1}]}} | metadata.connections[0].fromIndex
                    {"ruleChain":{"name":"n"},"metadata":{"ruleChainConnections":[{"fromIndex":1}]}} | metadata.ruleChainConnections[0].targetRuleChainId
                    """)
    void saysWhereADocumentHasTheWrongShape(String json, String path) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RuleChainDocument.read(JSON.readTree(json)))
                .withMessageStartingWith(path + ": expected");
    }

    @Test
    void givesIdsToNodesThatHaveNone() {
        RuleChainMetadata read =
                RuleChainMetadata.read(
                        JSON.readTree(
                                """
                                {"nodes":[{"type":"t","name":"a","id":{"entityType":"RULE_NODE","id":"%s"}},
                                          {"type":"t","name":"b"},{"type":"t","name":"c"}]}\
                                """
                                        .formatted(NODE_A)));

        RuleChainMetadata identified = read.withNodeIds();

        assertThat(identified.nodes().getFirst().id()).isEqualTo(RuleNodeId.of(NODE_A));
        assertThat(identified.nodes())
                .extracting(RuleNodeDocument::id)
                .doesNotContainNull()
                .doesNotHaveDuplicates();
    }

    @Test
    void makesAVersionThatCanRun() {
        TenantId tenant = TenantId.of(TENANT);
        RuleChainId chain = RuleChainId.of(CHAIN);
        RuleNodeId a = RuleNodeId.of(NODE_A);
        RuleNodeId b = RuleNodeId.of(NODE_B);

        ChainVersion version =
                RuleChainMetadata.read(JSON.readTree(STORED_METADATA))
                        .toVersion(tenant, chain, 7, "Boilers");

        assertThat(version.version()).isEqualTo(7);
        assertThat(version.firstNode()).isEqualTo(a);
        assertThat(version.connections())
                .containsExactlyInAnyOrder(
                        new Connection(a, b, "False"), new Connection(a, b, "True"));
        assertThat(version.nodes())
                .extracting(ChainNode::id, ChainNode::type, ChainNode::queueName)
                .containsExactly(
                        tuple(a, "filter.script", null), tuple(b, "action.log", "HighPriority"));
    }

    @Test
    void makesNoVersionOutOfNodesWithoutIdsOrConnectionsToNowhere() {
        RuleChainMetadata withoutIds =
                RuleChainMetadata.read(
                        JSON.readTree("{\"nodes\":[{\"type\":\"t\",\"name\":\"a\"}]}"));
        RuleChainMetadata toNowhere =
                RuleChainMetadata.read(
                        JSON.readTree(
                                "{\"nodes\":[],\"connections\":[{\"fromIndex\":0,\"toIndex\":1}]}"));
        TenantId tenant = new TenantId(UUID.randomUUID());
        RuleChainId chain = new RuleChainId(UUID.randomUUID());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> withoutIds.toVersion(tenant, chain, 1, "n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> toNowhere.toVersion(tenant, chain, 1, "n"));
    }
}
