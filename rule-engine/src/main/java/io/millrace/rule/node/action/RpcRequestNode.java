// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.MalformedPayloadException;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.InvalidConfigurationException;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import tools.jackson.databind.JsonNode;

/**
 * Checks a command for a device. This version sends no commands to devices: every command leaves by {@code Failure}, a
 * well-formed one with an error that says so, others with the error of the command.
 */
@NodeType(
        id = "action.rpc-request",
        alias = "org.thingsboard.rule.engine.rpc.TbSendRPCRequestNode",
        group = NodeGroup.ACTION,
        name = "rpc call request",
        description =
                "Checks commands for devices and rejects them, because this version does not send commands.",
        alwaysFails = RpcRequestNode.NOT_AVAILABLE)
public final class RpcRequestNode implements RuleNode {

    /** The error of every well-formed command. */
    public static final String NOT_AVAILABLE = "Commands to devices (RPC) are not available";

    private static final Configuration DEFAULTS = new Configuration(60);

    private RpcRequestNode() {}

    /**
     * Configuration of the node.
     *
     * @param timeoutInSeconds time limit for the device's answer
     */
    public record Configuration(
            @JsonPropertyDescription("Not used: this version sends no commands.")
                    int timeoutInSeconds) {
        public Configuration {
            if (timeoutInSeconds < 0) {
                throw new InvalidConfigurationException(
                        "timeoutInSeconds: expected 0 or more, but got " + timeoutInSeconds);
            }
        }
    }

    /** Returns the definition of this node type. */
    public static NodeDefinition<Configuration> definition() {
        return NodeDefinition.of(RpcRequestNode.class, DEFAULTS, (_, _) -> new RpcRequestNode());
    }

    @Override
    public NodeResult process(RuleMessage message) {
        return new NodeResult.Failed(message, reasonFor(message));
    }

    private static String reasonFor(RuleMessage message) {
        if (message.originator().type() != EntityType.DEVICE) {
            return "expected a device as originator, but got " + message.originator().type();
        }
        JsonNode request;
        try {
            request = message.payload().json();
        } catch (MalformedPayloadException e) {
            return String.valueOf(e.getMessage());
        }
        if (!request.isObject()) {
            return "expected a JSON object with \"method\" and \"params\"";
        }
        if (!request.has("method")) {
            return "expected \"method\" in the payload, but there is none";
        }
        if (!request.has("params")) {
            return "expected \"params\" in the payload, but there is none";
        }
        return NOT_AVAILABLE;
    }
}
