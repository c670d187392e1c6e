// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.filter;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptConfiguration;
import io.millrace.rule.script.Scripts;

/**
 * Runs a script that returns the labels by which a message leaves; with none, or none connected, the message ends here.
 */
@NodeType(
        id = "filter.switch",
        alias = "org.thingsboard.rule.engine.filter.TbJsSwitchNode",
        group = NodeGroup.FILTER,
        name = "switch",
        description = "Runs a script that returns the labels by which each message leaves.",
        labels = {},
        customLabels = true)
public final class ScriptSwitchNode implements RuleNode {

    private static final ScriptConfiguration DEFAULTS =
            ScriptConfiguration.ofBoth(
                    """
                    if (msgType == 'POST_TELEMETRY_REQUEST') {
                        return ['two'];
                    }
                    return ['one', 'nine'];\
                    """);

    private final Script script;

    private ScriptSwitchNode(Script script) {
        this.script = script;
    }

    /** Returns the definition of this node type, with the given script compiler. */
    public static NodeDefinition<ScriptConfiguration> definition(Scripts scripts) {
        return NodeDefinition.of(
                ScriptSwitchNode.class,
                DEFAULTS,
                (configuration, _) -> new ScriptSwitchNode(configuration.compile(scripts)));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Later(
                script.labels(message).thenApply(labels -> new NodeResult.Next(labels, message)));
    }

    @Override
    public void close() {
        script.close();
    }
}
