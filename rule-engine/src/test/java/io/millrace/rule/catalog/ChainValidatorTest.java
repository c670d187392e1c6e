// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.catalog;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.millrace.message.RuleMessage;
import io.millrace.rule.chain.ChainNode;
import io.millrace.rule.chain.ChainVersion;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.DefaultRuleChain;
import io.millrace.rule.chain.RuleChainDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.rule.node.EmptyConfiguration;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.node.flow.AcknowledgeNode;
import io.millrace.rule.script.FakeScripts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ChainValidatorTest {

    private final FakeScripts scripts = FakeScripts.answering(true);
    private final NodeCatalogue catalogue = NodeCatalogue.builtIn(new TestPorts(scripts).ports());
    private final ChainValidator validator = new ChainValidator(catalogue);

    private final List<RuleNodeDocument> nodes = new ArrayList<>();
    private final List<ConnectionDocument> connections = new ArrayList<>();
    private @Nullable Integer first = 0;

    @Test
    void findsNothingInTheDefaultRootChain() {
        RuleChainDocument root = DefaultRuleChain.load();

        ChainValidation validation = validator.validate(NodeTester.TENANT, root.metadata());

        assertThat(validation.errors()).isEmpty();
        assertThat(validation.warnings()).isEmpty();
        assertThat(root.forExport()).isEqualTo(root);
    }

    @Test
    void bindsEachNodeOfTheDefaultRootChainAtItsCurrentVersion() throws Exception {
        ChainVersion version =
                DefaultRuleChain.load()
                        .metadata()
                        .withNodeIds()
                        .toVersion(
                                NodeTester.TENANT, NodeTester.identity("any").chain(), 1, "Root");

        assertThat(version.nodes()).hasSize(7);
        for (ChainNode node : version.nodes()) {
            assertThat(catalogue.upgraded(node)).isEqualTo(node);
            catalogue.create(node, NodeTester.identity(node.name())).close();
        }
        assertThat(version.connections()).hasSize(6);
    }

    @Test
    void closesEveryNodeThatItMade() {
        node("filter.script", "f", "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"x\"}");

        assertThat(validate().isValid()).isTrue();
        assertThat(scripts.open()).isZero();
    }

    @Test
    void takesAnEmptyChainWithAWarning() {
        first = null;

        assertThat(validate().isValid()).isTrue();
        assertThat(validate().warnings())
                .extracting(ChainFault::field)
                .containsExactly("firstNodeIndex");
    }

    @Test
    void findsEverythingThatIsWrongAtOnce() {
        node("org.example.A", "a", "{}");
        node("org.example.B", " ", "{}");
        node("org.example.A", "c", "{}");
        node("action.rpc-request", "d", "{\"timeoutInSeconds\":-5}");
        node("flow.acknowledge", "e", "{}");
        first = 5;
        connect(0, 7, "Success");
        connect(-1, 0, "Success");
        connect(4, 4, "Success");
        connect(3, 4, " ");

        ChainValidation validation = validate();

        assertThat(validation.isValid()).isFalse();
        assertThat(validation.errors())
                .filteredOn(error -> error.kind().isMissingType())
                .extracting(ChainFault::subject)
                .containsExactly("org.example.A", "org.example.B", "org.example.A");
        assertThat(validation.errors())
                .extracting(ChainFault::field)
                .containsExactly(
                        "firstNodeIndex",
                        "nodes[0].type",
                        "nodes[1].name",
                        "nodes[1].type",
                        "nodes[2].type",
                        "nodes[3].configuration.timeoutInSeconds",
                        "connections[0].toIndex",
                        "connections[1].fromIndex",
                        "connections[2]",
                        "connections[3].type");
        assertThat(validation.errors().get(5))
                .hasToString(
                        "Node \"d\" (nodes[3].configuration.timeoutInSeconds): must be 0 or more, but is -5");
    }

    @Test
    void findsAScriptThatDoesNotCompile() {
        node("filter.script", "f", "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"broken\"}");

        assertThat(validate().errors())
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.nodeIndex()).isZero();
                    assertThat(fault.nodeName()).isEqualTo("f");
                    assertThat(fault.field()).isEqualTo("nodes[0].configuration.tbelScript");
                    assertThat(fault.message()).startsWith("line 1, column 1");
                });
    }

    @Test
    void findsACycleAndNamesItsNodesInOrder() {
        for (String name : List.of("a", "b", "c", "d")) {
            node("flow.acknowledge", name, "{}");
        }
        connect(0, 1, "Success");
        connect(1, 2, "Success");
        connect(2, 3, "Success");
        connect(3, 1, "Success");

        assertThat(validate().errors())
                .singleElement()
                .extracting(ChainFault::message)
                .asString()
                .isIn(
                        "the nodes form a cycle: b -> c -> d -> b",
                        "the nodes form a cycle: c -> d -> b -> c",
                        "the nodes form a cycle: d -> b -> c -> d");
    }

    @Test
    void takesWaysThatPartAndMeetAgain() {
        for (String name : List.of("a", "b", "c", "d")) {
            node("flow.acknowledge", name, "{}");
        }
        connect(0, 1, "Success");
        connect(0, 2, "Success");
        connect(1, 3, "Success");
        connect(2, 3, "Success");

        assertThat(validate().errors()).isEmpty();
    }

    @Test
    void findsEachCycle() {
        for (String name : List.of("a", "b", "c", "d", "e")) {
            node("flow.acknowledge", name, "{}");
        }
        connect(0, 1, "Success");
        connect(1, 0, "Success");
        connect(1, 2, "Success");
        connect(2, 3, "Success");
        connect(3, 2, "Success");
        connect(3, 4, "Success");

        assertThat(validate().errors())
                .extracting(fault -> fault.message().replaceFirst("the nodes form a cycle: ", ""))
                .satisfiesExactlyInAnyOrder(
                        cycle -> assertThat(cycle).isIn("a -> b -> a", "b -> a -> b"),
                        cycle -> assertThat(cycle).isIn("c -> d -> c", "d -> c -> d"));
    }

    @Test
    void findsALabelThatTheNodeNeverEmits() {
        node("filter.message-type", "f", "{\"messageTypes\":[]}");
        node("flow.acknowledge", "a", "{}");
        connect(0, 1, "TRUE");
        connect(0, 1, "failure");
        connect(0, 1, "Success");

        assertThat(validate().errors()).isEmpty();
        assertThat(validate().deadParts())
                .singleElement()
                .satisfies(part -> {
                    assertThat(part.fault().field()).isEqualTo("connections[2].type");
                    assertThat(part.fault().nodeName()).isEqualTo("f");
                    assertThat(part.fault().message())
                            .isEqualTo(
                                    "the node never emits the label \"Success\"; it emits Failure, False, True");
                    assertThat(part.place()).as("of a node that is new").isNull();
                });
    }

    @Test
    void takesAnyLabelOfANodeWhoseLabelsPeopleChoose() {
        node("filter.switch", "s", "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"x\"}");
        node("flow.acknowledge", "a", "{}");
        connect(0, 1, "hot");

        assertThat(validate().deadParts()).isEmpty();
    }

    @Test
    void findsTheNodesThatNoMessageReaches() {
        for (String name : List.of("a", "b", "c", "d")) {
            node("flow.acknowledge", name, "{}");
        }
        first = 1;
        connect(1, 3, "Success");
        connect(0, 2, "Success");

        assertThat(validate().errors()).isEmpty();
        assertThat(validate().deadParts())
                .extracting(part -> part.fault().field())
                .containsExactly("nodes[0]", "nodes[2]");
    }

    @Test
    void reachesWhatIsBehindANodeThatMakesMessagesItself() {
        NodeCatalogue withSource =
                NodeCatalogue.of(
                        List.of(
                                AcknowledgeNode.definition(),
                                NodeDefinition.of(
                                        Source.class,
                                        EmptyConfiguration.INSTANCE,
                                        (_, _) -> new Source())));
        node("flow.acknowledge", "first", "{}");
        node("test.source", "source", "{}");
        node("flow.acknowledge", "behind", "{}");
        node("flow.acknowledge", "lost", "{}");
        connect(1, 2, "Success");

        assertThat(new ChainValidator(withSource).deadParts(metadata()))
                .extracting(part -> part.fault().nodeName())
                .containsExactly("lost");
    }

    @NodeType(
            id = "test.source",
            group = NodeGroup.ACTION,
            name = "source",
            description = "Makes messages.",
            source = true)
    private static final class Source implements RuleNode {

        @Override
        public NodeResult process(RuleMessage message) {
            throw new AssertionError("no message leads here");
        }
    }

    @Test
    void saysOnceThatNothingEntersAndNotOfEachNode() {
        node("flow.acknowledge", "a", "{}");
        first = null;

        assertThat(validate().deadParts()).isEmpty();
        assertThat(validate().warnings()).hasSize(1);
    }

    @Test
    void knowsADeadPartAgainByNodeAndLabel() {
        node("flow.acknowledge", "a", "{}");
        node("flow.acknowledge", "b", "{}");
        nodes.set(1, nodes.get(1).withId(NodeTester.identity("x").node()));
        connect(1, 0, "True");
        List<DeadPart> before = validate().deadParts();
        nodes.addFirst(nodes.removeLast());
        connections.clear();
        connect(0, 1, "True");
        first = 1;
        List<DeadPart> after = validate().deadParts();

        assertThat(places(before)).hasSize(2).isEqualTo(places(after));
    }

    private static List<DeadPart.Place> places(List<DeadPart> parts) {
        return parts.stream().map(DeadPart::place).toList();
    }

    @Test
    void warnsWhereTheFailureOfAnExternalNodeLeadsNowhere() {
        String call = "{\"restEndpointUrlPattern\":\"http://h\",\"requestMethod\":\"GET\"}";
        node("external.rest-api-call", "careless", call);
        node("external.rest-api-call", "careful", call);
        node("flow.acknowledge", "end", "{}");
        connect(0, 1, "Success");
        connect(1, 2, "FAILURE");

        assertThat(validate().errors()).isEmpty();
        assertThat(validate().warnings())
                .singleElement()
                .satisfies(fault -> {
                    assertThat(fault.nodeName()).isEqualTo("careless");
                    assertThat(fault.field()).isEqualTo("nodes[0]");
                    assertThat(fault.message()).contains("Failure");
                });
    }

    @Test
    void warnsAlikeOfEachNodeOfOneName() {
        node("flow.output", "back", "{}");
        node("flow.output", "alone", "{}");
        node("flow.output", "back", "{}");

        assertThat(validate().errors()).isEmpty();
        assertThat(validate().warnings())
                .extracting(ChainFault::field, ChainFault::kind, ChainFault::message)
                .containsExactly(
                        tuple(
                                "nodes[0].name",
                                FaultKind.SAME_NAME,
                                "2 nodes have the name \"back\""),
                        tuple(
                                "nodes[2].name",
                                FaultKind.SAME_NAME,
                                "2 nodes have the name \"back\""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    org.thingsboard.rule.engine.action.TbAddToGroupNode | TYPE_OF_THINGSBOARD_PE | the node "add to group" belongs to ThingsBoard PE
                    org.thingsboard.rule.engine.analytics.TbOtherNode | TYPE_OF_THINGSBOARD_PE | it belongs to ThingsBoard PE
                    org.thingsboard.rule.engine.ai.TbAiNode | TYPE_NOT_YET | the node "AI request" is not yet in Millrace
                    org.thingsboard.rule.engine.action.TbNoSuchNode | UNKNOWN_TYPE | ThingsBoard CE 4.2 has no such node, and no installed plugin has it
                    com.example.MyNode | UNKNOWN_TYPE | it is no node of ThingsBoard, and no installed plugin has it
                    """)
    void saysWhereAMissingTypeBelongs(String type, FaultKind kind, String reason) {
        node(type, "n", "{}");

        assertThat(validate().errors())
                .containsExactly(
                        new ChainFault(
                                kind,
                                type,
                                0,
                                "n",
                                "nodes[0].type",
                                "node type %s is not available in Millrace: %s"
                                        .formatted(type, reason)));
        assertThat(validator.missingTypes(metadata())).isEqualTo(validate().errors());
    }

    @Test
    void requiresATypeOfEachNode() {
        node(" ", "n", "{}");

        assertThat(validate().errors())
                .extracting(ChainFault::field, ChainFault::kind)
                .containsExactly(tuple("nodes[0].type", FaultKind.STRUCTURE));
        assertThat(validator.missingTypes(metadata())).isEmpty();
    }

    @Test
    void findsAnIdThatStandsTwice() {
        node("flow.output", "a", "{}");
        nodes.set(0, nodes.getFirst().withId(NodeTester.identity("x").node()));
        node("flow.output", "b", "{}");
        nodes.set(1, nodes.get(1).withId(requireNonNull(nodes.getFirst().id())));

        assertThat(validate().errors())
                .extracting(ChainFault::field)
                .containsExactly("nodes[1].id");
    }

    private void node(String type, String name, String configuration) {
        int version = catalogue.find(type).map(found -> found.type().version()).orElse(0);
        nodes.add(
                new RuleNodeDocument(
                        null,
                        null,
                        null,
                        type,
                        name,
                        null,
                        false,
                        null,
                        version,
                        JsonMapper.shared().readTree(configuration),
                        null,
                        null));
    }

    private void connect(int from, int to, String label) {
        connections.add(new ConnectionDocument(from, to, label));
    }

    private ChainValidation validate() {
        return validator.validate(NodeTester.TENANT, metadata());
    }

    private RuleChainMetadata metadata() {
        return new RuleChainMetadata(null, null, first, nodes, connections);
    }
}
