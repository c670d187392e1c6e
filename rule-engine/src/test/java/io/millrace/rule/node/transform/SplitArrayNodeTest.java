// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.CustomerId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitArrayNodeTest {

    private final RuleNode node = NodeTester.node(SplitArrayNode.definition(), "{\"version\":0}");

    @Test
    void makesAMessageOfEachElementInTheirOrder() {
        RuleMessage message =
                NodeTester.message("T", "[{\"a\":1},[2,3],4.0,\"five\",true,null]", "m", "1")
                        .withCustomer(new CustomerId(TimeOrderedUuid.next()))
                        .withQueue("HighPriority");

        List<RuleMessage> made = ((NodeResult.Several) NodeTester.run(node, message)).messages();

        assertThat(made)
                .extracting(each -> each.payload().text())
                .containsExactly("{\"a\":1}", "[2,3]", "4.0", "\"five\"", "true", "null");
        assertThat(made)
                .allSatisfy(each ->
                        assertThat(each)
                                .isEqualTo(message.withId(each.id()).withPayload(each.payload())));
        Set<Object> ids = made.stream().map(RuleMessage::id).collect(Collectors.toSet());
        assertThat(ids).hasSize(6).doesNotContain(message.id());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    [{"a":[1]}] | {"a":[1]}
                    [ 1 ]       | 1
                    ["a"]       | "a"
                    [null]      | null
                    [[]]        | []
                    """)
    void keepsTheMessageForASingleElement(String payload, String element) {
        RuleMessage message = NodeTester.telemetry(payload);

        NodeResult.Next next = (NodeResult.Next) NodeTester.run(node, message);

        assertThat(next)
                .isEqualTo(NodeResult.success(message.withPayload(next.message().payload())));
        assertThat(next.message().payload().text()).isEqualTo(element);
    }

    @Test
    void endsTheMessageOfAnEmptyArray() {
        assertThat(NodeTester.run(node, NodeTester.telemetry("[]")))
                .isEqualTo(new NodeResult.Ended());
    }

    @ParameterizedTest
    @CsvSource({"{},OBJECT", "5,NUMBER", "\"[]\",STRING", "null,NULL"})
    void failsForWhatIsNoArray(String payload, String kind) {
        RuleMessage message = NodeTester.telemetry(payload);

        assertThat(NodeTester.run(node, message))
                .isEqualTo(
                        new NodeResult.Failed(
                                message, "the payload must be a JSON array, not " + kind));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "[1", "[1]]"})
    void failsForAPayloadThatIsNoJson(String payload) {
        assertThat(NodeTester.run(node, NodeTester.telemetry(payload)))
                .isInstanceOf(NodeResult.Failed.class);
    }
}
