// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import org.junit.jupiter.api.Test;

class OutputNodeTest {

    @Test
    void returnsByItsName() {
        RuleMessage message = NodeTester.telemetry("{}");

        assertThat(NodeTester.run(NodeTester.node(OutputNode.definition(), "null"), message))
                .isEqualTo(new NodeResult.Return("a node", message));
    }
}
