// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageTypeFilterNodeTest {

    @ParameterizedTest
    @CsvSource({
        "POST_TELEMETRY_REQUEST,True",
        "MY_TYPE,True",
        "my_type,False",
        "POST_ATTRIBUTES_REQUEST,False"
    })
    void tellsTheChosenTypesFromOthers(String type, String label) {
        RuleNode node =
                NodeTester.node(
                        MessageTypeFilterNode.definition(),
                        "{\"messageTypes\":[\"POST_TELEMETRY_REQUEST\",\"MY_TYPE\"]}");
        RuleMessage message = NodeTester.message(type, "{}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(label, message));
    }

    @Test
    void letsNothingThroughWithAnEmptyList() {
        RuleNode node =
                NodeTester.node(MessageTypeFilterNode.definition(), "{\"messageTypes\":[]}");
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to("False", message));
    }

    @Test
    void needsAList() {
        assertThatThrownBy(() -> NodeTester.node(MessageTypeFilterNode.definition(), "{}"))
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageStartingWith("messageTypes:");
    }
}
