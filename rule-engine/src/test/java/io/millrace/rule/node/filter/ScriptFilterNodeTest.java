// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.script.ScriptException;
import org.junit.jupiter.api.Test;

class ScriptFilterNodeTest {

    private static final String CONFIGURATION =
            "{\"scriptLang\":\"TBEL\",\"jsScript\":\"a\",\"tbelScript\":\"b\"}";

    private final RuleMessage message = NodeTester.telemetry("{\"t\":1}");

    @Test
    void goesOnByTrueOrFalse() {
        assertThat(answer(true)).isEqualTo(NodeResult.to("True", message));
        assertThat(answer(false)).isEqualTo(NodeResult.to("False", message));
    }

    @Test
    void failsWhenTheScriptFails() {
        assertThat(answer(new ScriptException("no boolean")))
                .isEqualTo(new NodeResult.Failed(message, "no boolean"));
    }

    @Test
    void closesItsScript() {
        FakeScripts scripts = FakeScripts.answering(true);
        RuleNode node = NodeTester.node(ScriptFilterNode.definition(scripts), CONFIGURATION);

        node.close();

        assertThat(scripts.open()).isZero();
    }

    private NodeResult answer(Object answer) {
        FakeScripts scripts = FakeScripts.answering(answer);
        return NodeTester.run(
                NodeTester.node(ScriptFilterNode.definition(scripts), CONFIGURATION), message);
    }
}
