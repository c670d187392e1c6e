// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import org.junit.jupiter.api.Test;

class AcknowledgeNodeTest {

    @Test
    void acknowledgesTheMessage() {
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(
                        NodeTester.run(
                                NodeTester.node(AcknowledgeNode.definition(), "{\"version\":0}"),
                                message))
                .isEqualTo(new NodeResult.Acknowledged(message));
    }
}
