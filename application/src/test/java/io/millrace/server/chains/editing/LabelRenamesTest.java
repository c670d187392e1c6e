// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.chains.editing;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.chain.ConnectionDocument;
import io.millrace.rule.chain.RuleChainMetadata;
import io.millrace.rule.chain.RuleNodeDocument;
import io.millrace.server.chains.rulechain.ChainClient;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class LabelRenamesTest {

    private final List<RuleNodeId> ids =
            IntStream.range(0, 3).mapToObj(_ -> new RuleNodeId(TimeOrderedUuid.next())).toList();

    private RuleChainMetadata outputs(String... names) {
        List<RuleNodeDocument> nodes =
                IntStream.range(0, names.length)
                        .mapToObj(i ->
                                node(ChainClient.OUTPUT, names[i], object()).withId(ids.get(i)))
                        .toList();
        return new RuleChainMetadata(null, null, null, nodes, List.of());
    }

    private static ObjectNode object() {
        return JsonMapper.shared().createObjectNode();
    }

    private static RuleNodeDocument node(String type, String name, ObjectNode configuration) {
        return new RuleNodeDocument(
                null, null, null, type, name, null, false, null, 0, configuration, null, null);
    }

    @Test
    void followsAnOutputThatHasAnotherName() {
        LabelRenames renames = LabelRenames.between(outputs("a", "b"), outputs("c", "b"));

        assertThat(renames.labels()).isEqualTo(Map.of("a", "c"));
    }

    @Test
    void leavesALabelThatHasBecomeTwo() {
        LabelRenames renames = LabelRenames.between(outputs("a", "a"), outputs("b", "c"));

        assertThat(renames.labels()).isEmpty();
    }

    @Test
    void leavesALabelThatAnotherOutputStillHas() {
        LabelRenames renames = LabelRenames.between(outputs("a", "b"), outputs("c", "a"));

        assertThat(renames.labels()).isEqualTo(Map.of("b", "a"));
    }

    @Test
    void changesOnlyWhatLeavesCallsOfTheChain() {
        UUID called = TimeOrderedUuid.next();
        ObjectNode call = object().put("ruleChainId", called.toString());
        ObjectNode other = object().put("ruleChainId", TimeOrderedUuid.next().toString());
        RuleChainMetadata caller =
                new RuleChainMetadata(
                        null,
                        null,
                        null,
                        List.of(
                                node(ChainClient.RULE_CHAIN, "call", call),
                                node(ChainClient.RULE_CHAIN, "other call", other),
                                node(ChainClient.ACKNOWLEDGE, "end", object())),
                        List.of(
                                new ConnectionDocument(0, 2, "a"),
                                new ConnectionDocument(0, 2, "Failure"),
                                new ConnectionDocument(1, 2, "a")));

        RuleChainMetadata renamed = new LabelRenames(Map.of("a", "b")).appliedTo(caller, called);

        assertThat(renamed.connections())
                .containsExactly(
                        new ConnectionDocument(0, 2, "b"),
                        new ConnectionDocument(0, 2, "Failure"),
                        new ConnectionDocument(1, 2, "a"));
    }
}
