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

/** Runs a script that decides whether a message leaves by {@code True} or {@code False}. */
@NodeType(
        id = "filter.script",
        alias = "org.thingsboard.rule.engine.filter.TbJsFilterNode",
        group = NodeGroup.FILTER,
        name = "script",
        description = "Runs a script that returns true or false for each message.",
        labels = {"True", "False"})
public final class ScriptFilterNode implements RuleNode {

    private static final ScriptConfiguration DEFAULTS =
            ScriptConfiguration.ofBoth("return msg.temperature > 20;");

    private final Script script;

    private ScriptFilterNode(Script script) {
        this.script = script;
    }

    /** Returns the definition of this node type, with the given script compiler. */
    public static NodeDefinition<ScriptConfiguration> definition(Scripts scripts) {
        return NodeDefinition.of(
                ScriptFilterNode.class,
                DEFAULTS,
                (configuration, _) -> new ScriptFilterNode(configuration.compile(scripts)));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Later(
                script.filter(message)
                        .thenApply(yes -> NodeResult.to(yes ? "True" : "False", message)));
    }

    @Override
    public void close() {
        script.close();
    }
}
