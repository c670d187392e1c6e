// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.script.ScriptException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptTransformNodeTest {

    private static final String CONFIGURATION = "{\"scriptLang\":\"TBEL\",\"tbelScript\":\"a\"}";

    private final RuleMessage message = NodeTester.telemetry("{\"t\":1}");
    private final RuleMessage changed = message.withType("CHANGED");

    @Test
    void passesOnTheOneMessageThatTheScriptMakes() {
        assertThat(answer(List.of(changed))).isEqualTo(NodeResult.success(changed));
    }

    @Test
    void passesOnSeveralMessagesInTheirOrder() {
        assertThat(answer(List.of(changed, message)))
                .isEqualTo(new NodeResult.Several(List.of(changed, message)));
    }

    @Test
    void failsWhenTheScriptMakesNoMessage() {
        assertThat(answer(List.of()))
                .isEqualTo(new NodeResult.Failed(message, "The script returned no message"));
    }

    @Test
    void failsWithTheMessageThatCameInWhenTheScriptFails() {
        assertThat(answer(new ScriptException("line 1: boom")))
                .isEqualTo(new NodeResult.Failed(message, "line 1: boom"));
    }

    @Test
    void closesItsScript() {
        FakeScripts scripts = FakeScripts.answering(List.of());
        RuleNode node = NodeTester.node(ScriptTransformNode.definition(scripts), CONFIGURATION);

        node.close();

        assertThat(scripts.open()).isZero();
    }

    private NodeResult answer(Object answer) {
        FakeScripts scripts = FakeScripts.answering(answer);
        return NodeTester.run(
                NodeTester.node(ScriptTransformNode.definition(scripts), CONFIGURATION), message);
    }
}
