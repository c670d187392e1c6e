// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.rule.chain.DefaultRuleChain;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeTester;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.FakeScripts;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.store.MessageLog;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogNodeTest {

    private final FakeLog log = new FakeLog();
    private final RuleMessage message =
            NodeTester.message("T", "{ \"t\": 1 }", "deviceName", "boiler");

    @Test
    void logsWhatTheScriptSays() {
        RuleNode node =
                node(
                        FakeScripts.answering("hot"),
                        "{\"scriptLang\":\"JS\",\"jsScript\":\"return 'hot';\"}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
        assertThat(log.lines).containsExactly("a node: hot");
    }

    @Test
    void failsWhenTheScriptFails() {
        RuleNode node =
                node(
                        FakeScripts.answering(new ScriptException("no text")),
                        "{\"scriptLang\":\"JS\",\"jsScript\":\"return 5;\"}");

        assertThat(NodeTester.run(node, message))
                .isEqualTo(new NodeResult.Failed(message, "no text"));
        assertThat(log.lines).isEmpty();
    }

    @Test
    void putsTheDefaultTextTogetherWithoutAScript() {
        FakeScripts scripts = FakeScripts.answering("never");
        String configuration =
                DefaultRuleChain.load().metadata().nodes().stream()
                        .filter(node -> node.type().endsWith("TbLogNode"))
                        .findFirst()
                        .orElseThrow()
                        .configuration()
                        .toString();

        assertThat(NodeTester.run(node(scripts, configuration), message))
                .isEqualTo(NodeResult.success(message));
        assertThat(scripts.compiled()).isEmpty();
        assertThat(log.lines)
                .containsExactly(
                        "a node: \nIncoming message:\n{ \"t\": 1 }\nIncoming metadata:\n{\"deviceName\":\"boiler\"}");
    }

    @Test
    void runsNoScriptWhereNothingIsLogged() {
        log.enabled = false;
        RuleNode node =
                node(
                        FakeScripts.answering(new ScriptException("must not run")),
                        "{\"scriptLang\":\"JS\",\"jsScript\":\"x\"}");

        assertThat(NodeTester.run(node, message)).isEqualTo(NodeResult.success(message));
    }

    @Test
    void closesItsScript() {
        FakeScripts scripts = FakeScripts.answering("x");

        node(scripts, "{\"scriptLang\":\"JS\",\"jsScript\":\"x\"}").close();

        assertThat(scripts.open()).isZero();
    }

    private RuleNode node(FakeScripts scripts, String configuration) {
        return NodeTester.node(LogNode.definition(scripts, log), configuration);
    }

    private static final class FakeLog implements MessageLog {

        private final List<String> lines = new ArrayList<>();
        private boolean enabled = true;

        @Override
        public boolean isEnabled() {
            return enabled;
        }

        @Override
        public void write(NodeIdentity node, RuleMessage message, String text) {
            lines.add(node.name() + ": " + text);
        }
    }
}
