// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.transform;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptConfiguration;
import io.millrace.rule.script.Scripts;
import java.util.List;

/**
 * Runs a script that changes payload, metadata and type of a message, or creates several messages from it. Several
 * messages stay in the delivery of the original one; ThingsBoard would enqueue each of them again.
 */
@NodeType(
        id = "transform.script",
        alias = "org.thingsboard.rule.engine.transform.TbTransformMsgNode",
        group = NodeGroup.TRANSFORMATION,
        name = "script",
        description = "Runs a script that changes payload, metadata or type of each message.")
public final class ScriptTransformNode implements RuleNode {

    private static final ScriptConfiguration DEFAULTS =
            ScriptConfiguration.ofBoth("return {msg: msg, metadata: metadata, msgType: msgType};");

    private final Script script;

    private ScriptTransformNode(Script script) {
        this.script = script;
    }

    /** Returns the definition of this node type, with the given script compiler. */
    public static NodeDefinition<ScriptConfiguration> definition(Scripts scripts) {
        return NodeDefinition.of(
                ScriptTransformNode.class,
                DEFAULTS,
                (configuration, _) -> new ScriptTransformNode(configuration.compile(scripts)));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Later(
                script.transform(message).thenApply(made -> resultOf(message, made)));
    }

    private static NodeResult resultOf(RuleMessage message, List<RuleMessage> made) {
        return switch (made.size()) {
            case 0 -> new NodeResult.Failed(message, "The script returned no message");
            case 1 -> NodeResult.success(made.getFirst());
            default -> new NodeResult.Several(made);
        };
    }

    @Override
    public void close() {
        script.close();
    }
}
