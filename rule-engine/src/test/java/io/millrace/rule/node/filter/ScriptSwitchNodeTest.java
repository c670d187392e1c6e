// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.script.ScriptException;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ScriptSwitchNodeTest {

    private static final String CONFIGURATION = "{\"scriptLang\":\"JS\",\"jsScript\":\"a\"}";

    private final RuleMessage message = NodeTester.telemetry("{\"t\":1}");

    @Test
    void goesOnByTheLabelsThatTheScriptNames() {
        assertThat(answer(Set.of("hot", "wet")))
                .isEqualTo(new NodeResult.Next(Set.of("hot", "wet"), message));
    }

    @Test
    void goesNowhereWhenTheScriptNamesNoLabel() {
        assertThat(answer(Set.of())).isEqualTo(new NodeResult.Next(Set.of(), message));
    }

    @Test
    void failsWhenTheScriptFails() {
        assertThat(answer(new ScriptException("no text")))
                .isEqualTo(new NodeResult.Failed(message, "no text"));
    }

    @Test
    void closesItsScript() {
        FakeScripts scripts = FakeScripts.answering(Set.of());
        RuleNode node = NodeTester.node(ScriptSwitchNode.definition(scripts), CONFIGURATION);

        node.close();

        assertThat(scripts.open()).isZero();
    }

    private NodeResult answer(Object answer) {
        FakeScripts scripts = FakeScripts.answering(answer);
        return NodeTester.run(
                NodeTester.node(ScriptSwitchNode.definition(scripts), CONFIGURATION), message);
    }
}
