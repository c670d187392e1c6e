// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.rpc;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityType;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.DeviceRpcReplies;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers an RPC request of a device with the message's payload. */
@NodeType(
        id = "action.rpc-reply",
        alias = "org.thingsboard.rule.engine.rpc.TbSendRPCReplyNode",
        group = NodeGroup.ACTION,
        name = "rpc call reply",
        description =
                "Answers the RPC request of the device that the message came from with its payload.",
        effect = true)
public final class RpcReplyNode implements RuleNode {

    private static final Configuration DEFAULTS =
            new Configuration("serviceId", "sessionId", "requestId");

    private final String serviceIdKey;
    private final String sessionIdKey;
    private final String requestIdKey;
    private final DeviceRpcReplies replies;

    private RpcReplyNode(Configuration configuration, DeviceRpcReplies replies) {
        this.serviceIdKey = orDefault(configuration.serviceIdMetaDataAttribute(), "serviceId");
        this.sessionIdKey = orDefault(configuration.sessionIdMetaDataAttribute(), "sessionId");
        this.requestIdKey = orDefault(configuration.requestIdMetaDataAttribute(), "requestId");
        this.replies = replies;
    }

    private static String orDefault(@Nullable String key, String otherwise) {
        return key == null || key.isEmpty() ? otherwise : key;
    }

    /**
     * Configuration of the node.
     *
     * @param serviceIdMetaDataAttribute metadata key; null and empty mean {@code serviceId}
     * @param sessionIdMetaDataAttribute metadata key; null and empty mean {@code sessionId}
     * @param requestIdMetaDataAttribute metadata key; null and empty mean {@code requestId}
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Metadata key whose value names the instance that has the device's connection; serviceId if empty.")
                    @Nullable String serviceIdMetaDataAttribute,
            @JsonPropertyDescription(
                            "Metadata key whose value is the id of the device's connection; sessionId if empty.")
                    @Nullable String sessionIdMetaDataAttribute,
            @JsonPropertyDescription(
                            "Metadata key whose value is the number of the request; requestId if empty.")
                    @Nullable String requestIdMetaDataAttribute) {}

    /** Returns the definition of this node type, which answers through the given port. */
    public static NodeDefinition<Configuration> definition(DeviceRpcReplies replies) {
        return NodeDefinition.of(
                RpcReplyNode.class,
                DEFAULTS,
                (configuration, _) -> new RpcReplyNode(configuration, replies));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        if (message.originator().type() != EntityType.DEVICE) {
            throw new IllegalArgumentException(
                    "the originator must be a device, but is " + message.originator().type());
        }
        String edge = message.metadata().get("edgeId");
        if (edge != null && !edge.isBlank()) {
            throw new IllegalArgumentException(
                    "metadata edgeId names an edge, and there are no edges");
        }
        String serviceId = required(message, serviceIdKey);
        UUID connection = connection(required(message, sessionIdKey));
        int request = request(required(message, requestIdKey));
        if (message.payload().length() == 0) {
            throw new IllegalArgumentException("the payload is empty");
        }
        replies.reply(
                new DeviceId(message.originator().id()),
                serviceId,
                connection,
                request,
                message.payload());
        return NodeResult.success(message);
    }

    private static String required(RuleMessage message, String key) {
        String value = message.metadata().get(key);
        if (value == null || value.isEmpty()) {
            throw new IllegalArgumentException("metadata %s is missing".formatted(key));
        }
        return value;
    }

    private UUID connection(String text) {
        try {
            return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "metadata %s must be a UUID, but is \"%s\"".formatted(sessionIdKey, text), e);
        }
    }

    private int request(String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "metadata %s must be a whole number, but is \"%s\""
                            .formatted(requestIdKey, text),
                    e);
        }
    }
}
