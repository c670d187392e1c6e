// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.version.ChainComparison.Connection;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

class ChainDifferenceTest {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final RuleNodeDocument A = node("a", "{}", "null");
    private static final RuleNodeDocument B = node("b", "{}", "null");

    private static RuleNodeDocument node(String name, String configuration, String info) {
        return new RuleNodeDocument(
                new RuleNodeId(TimeOrderedUuid.next()),
                1L,
                null,
                "flow.acknowledge",
                name,
                null,
                false,
                null,
                0,
                JSON.readTree(configuration),
                null,
                JSON.readTree(info));
    }

    private static RuleNodeDocument as(RuleNodeDocument node, RuleNodeDocument other) {
        return other.withId(Objects.requireNonNull(node.id()));
    }

    private static RuleChainMetadata graph(
            @Nullable Integer first,
            List<RuleNodeDocument> nodes,
            ConnectionDocument... connections) {
        return new RuleChainMetadata(null, null, first, nodes, List.of(connections));
    }

    private static ChainComparison compare(RuleChainMetadata before, RuleChainMetadata after) {
        return ChainComparison.of(1, before, 2, after);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
                    {"a":1}              | {"a":2}              | [{"pointer":"/configuration/a","old":1,"new":2}]
                    {"a":1}              | {}                   | [{"pointer":"/configuration/a","old":1}]
                    {}                   | {"a":null}           | [{"pointer":"/configuration/a","new":null}]
                    {"a":{"b":{"c":1}}}  | {"a":{"b":{"c":2}}}  | [{"pointer":"/configuration/a/b/c","old":1,"new":2}]
                    {"a":[1,2]}          | {"a":[1,3,4]}        | [{"pointer":"/configuration/a/1","old":2,"new":3},{"pointer":"/configuration/a/2","new":4}]
                    {"a":[1]}            | {"a":{"b":1}}        | [{"pointer":"/configuration/a","old":[1],"new":{"b":1}}]
                    {"a/b":1,"c~d":1}    | {"a/b":2,"c~d":2}    | [{"pointer":"/configuration/a~1b","old":1,"new":2},{"pointer":"/configuration/c~0d","old":1,"new":2}]
                    null                 | {"a":1}              | [{"pointer":"/configuration","old":null,"new":{"a":1}}]
                    """)
    void aChangedConfigurationIsToldByPointersIntoIt(String before, String after, String changes) {
        RuleNodeDocument former = node("a", before, "null");
        RuleNodeDocument now = as(former, node("a", after, "null"));

        ChainComparison comparison = compare(graph(0, List.of(former)), graph(0, List.of(now)));

        assertThat(comparison.nodes().changed())
                .singleElement()
                .satisfies(node ->
                        assertThat(JSON.writeValueAsString(node.changes())).isEqualTo(changes));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '\0',
            textBlock =
                    """
                    {"layoutX":1,"layoutY":2} | {"layoutX":1,"layoutY":3}
                    null                      | {"layoutX":1}
                    {"layoutX":1}             | {}
                    {"description":"d"}       | {"description":"d","layoutY":0}
                    """)
    void aNodeWithAnotherPlaceInTheDrawingHasMoved(String before, String after) {
        RuleNodeDocument former = node("a", "{}", before);
        RuleNodeDocument now = as(former, node("a", "{}", after));

        ChainComparison comparison = compare(graph(0, List.of(former)), graph(0, List.of(now)));

        assertThat(comparison.nodes().moved()).hasSize(1);
        assertThat(comparison.nodes().changed()).isEmpty();
    }

    @Test
    void aDescriptionIsNoLayout() {
        RuleNodeDocument former = node("a", "{}", "{\"description\":\"one\",\"layoutX\":1}");
        RuleNodeDocument now =
                as(former, node("a", "{}", "{\"description\":\"two\",\"layoutX\":2}"));

        ChainComparison comparison = compare(graph(0, List.of(former)), graph(0, List.of(now)));

        assertThat(comparison.nodes().moved()).isEmpty();
        assertThat(comparison.nodes().changed().getFirst().changes())
                .extracting(JsonChange::pointer)
                .containsExactly("/additionalInfo/description");
    }

    @Test
    void nodesAreMatchedByIdAndNotByPlace() {
        RuleChainMetadata before = graph(0, List.of(A, B), new ConnectionDocument(0, 1, "Success"));
        RuleChainMetadata after = graph(1, List.of(B, A), new ConnectionDocument(1, 0, "Success"));

        ChainComparison comparison = compare(before, after);

        assertThat(comparison.firstNode()).isNull();
        assertThat(comparison.nodes())
                .isEqualTo(new ChainComparison.Nodes(List.of(), List.of(), List.of(), List.of()));
        assertThat(comparison.connections())
                .isEqualTo(new ChainComparison.Connections(List.of(), List.of(), List.of()));
    }

    @Test
    void anotherFirstNodeIsReported() {
        ChainComparison.FirstNode none =
                compare(graph(0, List.of(A)), graph(null, List.of(A))).firstNode();
        ChainComparison.FirstNode other =
                compare(graph(0, List.of(A, B)), graph(1, List.of(A, B))).firstNode();

        assertThat(none).isNotNull();
        assertThat(none.before()).isNotNull();
        assertThat(none.after()).isNull();
        assertThat(other).isNotNull();
        assertThat(other.after()).isNotNull().extracting(ChainComparison.Node::name).isEqualTo("b");
    }

    @Test
    void oneLabelForAnotherBetweenTwoNodesIsAChange() {
        ChainComparison comparison =
                compare(
                        graph(0, List.of(A, B), new ConnectionDocument(0, 1, "Success")),
                        graph(0, List.of(A, B), new ConnectionDocument(0, 1, "Failure")));

        assertThat(comparison.connections().added()).isEmpty();
        assertThat(comparison.connections().removed()).isEmpty();
        assertThat(comparison.connections().changed())
                .singleElement()
                .satisfies(changed -> {
                    assertThat(changed.oldType()).isEqualTo("Success");
                    assertThat(changed.newType()).isEqualTo("Failure");
                });
    }

    @Test
    void severalLabelsBetweenTwoNodesAreAddedAndRemoved() {
        ChainComparison comparison =
                compare(
                        graph(
                                0,
                                List.of(A, B),
                                new ConnectionDocument(0, 1, "One"),
                                new ConnectionDocument(0, 1, "Both")),
                        graph(
                                0,
                                List.of(A, B),
                                new ConnectionDocument(0, 1, "Two"),
                                new ConnectionDocument(0, 1, "Three"),
                                new ConnectionDocument(0, 1, "Both")));

        assertThat(comparison.connections().changed()).isEmpty();
        assertThat(comparison.connections().removed())
                .extracting(Connection::type)
                .containsExactly("One");
        assertThat(comparison.connections().added())
                .extracting(Connection::type)
                .containsExactly("Two", "Three");
    }
}
