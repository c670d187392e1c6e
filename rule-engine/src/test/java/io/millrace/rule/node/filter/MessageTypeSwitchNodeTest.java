// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.MessageType;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MessageTypeSwitchNodeTest {

    @ParameterizedTest
    @CsvSource({
        "POST_TELEMETRY_REQUEST,Post telemetry",
        "POST_ATTRIBUTES_REQUEST,Post attributes",
        "TO_SERVER_RPC_REQUEST,RPC Request from Device",
        "REST_API_REQUEST,REST API request",
        "ALARM,Other",
        "SOMETHING_OF_OUR_OWN,Other"
    })
    void routesByType(String type, String label) {
        RuleNode node = NodeTester.node(MessageTypeSwitchNode.definition(), "{\"version\":0}");
        RuleMessage message = NodeTester.message(type, "not even json");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.to(label, message));
    }

    @Test
    void declaresEveryLabelThatItEmits() {
        List<String> emitted =
                Arrays.stream(MessageType.values()).map(MessageType::label).distinct().toList();

        assertThat(MessageTypeSwitchNode.class.getAnnotation(NodeType.class).labels())
                .containsExactlyInAnyOrderElementsOf(emitted)
                .endsWith(MessageType.OTHER);
    }
}
