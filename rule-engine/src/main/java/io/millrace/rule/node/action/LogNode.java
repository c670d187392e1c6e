// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import io.millrace.message.MessageJson;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeIdentity;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptConfiguration;
import io.millrace.rule.script.Scripts;
import io.millrace.rule.store.MessageLog;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes a text about each message to the log. A script creates the text; the text of the default script is created
 * without running it. If logging is disabled, the script does not run.
 */
@NodeType(
        id = "action.log",
        alias = "org.thingsboard.rule.engine.action.TbLogNode",
        group = NodeGroup.ACTION,
        name = "log",
        description = "Writes a text about each message to the log of the service.",
        effect = true)
public final class LogNode implements RuleNode {

    /** ThingsBoard's default, which most exported chains contain. */
    private static final String DEFAULT_SCRIPT =
            "return '\\nIncoming message:\\n' + JSON.stringify(msg)"
                    + " + '\\nIncoming metadata:\\n' + JSON.stringify(metadata);";

    private static final ScriptConfiguration DEFAULTS = ScriptConfiguration.ofBoth(DEFAULT_SCRIPT);
    private static final JsonMapper JSON = MessageJson.MAPPER;

    private final NodeIdentity node;
    private final MessageLog log;
    private final @Nullable Script script;

    private LogNode(NodeIdentity node, MessageLog log, @Nullable Script script) {
        this.node = node;
        this.log = log;
        this.script = script;
    }

    /** Returns the definition of this node type, with the given script compiler, which writes to the given log. */
    public static NodeDefinition<ScriptConfiguration> definition(Scripts scripts, MessageLog log) {
        return NodeDefinition.of(
                LogNode.class,
                DEFAULTS,
                (configuration, node) -> {
                    boolean isDefault = configuration.chosenScriptIs(DEFAULT_SCRIPT);
                    return new LogNode(
                            node, log, isDefault ? null : configuration.compile(scripts));
                });
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (!log.isEnabled()) {
            return NodeResult.success(message);
        }
        if (script == null) {
            log.write(node, message, defaultText(message));
            return NodeResult.success(message);
        }
        return new NodeResult.Later(
                script.text(message)
                        .thenApply(text -> {
                            log.write(node, message, text);
                            return NodeResult.success(message);
                        }));
    }

    private static String defaultText(RuleMessage message) {
        return "\nIncoming message:\n%s\nIncoming metadata:\n%s"
                .formatted(
                        message.payload().text(),
                        JSON.writeValueAsString(message.metadata().values()));
    }

    @Override
    public void close() {
        if (script != null) {
            script.close();
        }
    }
}
