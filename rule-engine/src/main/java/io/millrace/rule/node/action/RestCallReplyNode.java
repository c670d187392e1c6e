// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.action;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.millrace.message.RuleMessage;
import io.millrace.rule.node.NodeDefinition;
import io.millrace.rule.node.NodeGroup;
import io.millrace.rule.node.NodeResult;
import io.millrace.rule.node.NodeType;
import io.millrace.rule.node.RuleNode;
import io.millrace.rule.store.RestReplies;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Answers a waiting REST call with the message's payload. */
@NodeType(
        id = "action.rest-call-reply",
        alias = "org.thingsboard.rule.engine.rest.TbSendRestApiCallReplyNode",
        group = NodeGroup.ACTION,
        name = "rest call reply",
        description =
                "Answers the REST call to /api/rule-engine that the message came from with its payload.",
        effect = true,
        waitsForStore = true)
public final class RestCallReplyNode implements RuleNode {

    private static final String SERVICE_ID = "serviceId";
    private static final String REQUEST_ID = "requestUUID";
    private static final Configuration DEFAULTS = new Configuration(SERVICE_ID, REQUEST_ID);

    private final String serviceIdKey;
    private final String requestIdKey;
    private final RestReplies replies;

    private RestCallReplyNode(Configuration configuration, RestReplies replies) {
        this.serviceIdKey = orDefault(configuration.serviceIdMetaDataAttribute(), SERVICE_ID);
        this.requestIdKey = orDefault(configuration.requestIdMetaDataAttribute(), REQUEST_ID);
        this.replies = replies;
    }

    private static String orDefault(@Nullable String key, String otherwise) {
        return key == null || key.isEmpty() ? otherwise : key;
    }

    /**
     * Configuration of the node.
     *
     * @param serviceIdMetaDataAttribute metadata key; null and empty mean {@code serviceId}
     * @param requestIdMetaDataAttribute metadata key; null and empty mean {@code requestUUID}
     */
    public record Configuration(
            @JsonPropertyDescription(
                            "Metadata key whose value names the instance on which the call waits; serviceId if empty")
                    @Nullable String serviceIdMetaDataAttribute,
            @JsonPropertyDescription(
                            "Metadata key whose value is the id of the waiting call; requestUUID if empty")
                    @Nullable String requestIdMetaDataAttribute) {}

    /** Returns the definition of this node type, which answers through the given port. */
    public static NodeDefinition<Configuration> definition(RestReplies replies) {
        return NodeDefinition.of(
                RestCallReplyNode.class,
                DEFAULTS,
                (configuration, _) -> new RestCallReplyNode(configuration, replies));
    }

    @Override
    public NodeResult process(RuleMessage message) {
        String serviceId = message.metadata().get(serviceIdKey);
        String requestId = message.metadata().get(requestIdKey);
        if (serviceId == null || serviceId.isEmpty()) {
            return missing(message, serviceIdKey);
        }
        if (requestId == null || requestId.isEmpty()) {
            return missing(message, requestIdKey);
        }
        if (message.payload().length() == 0) {
            return new NodeResult.Failed(message, "the payload must not be empty");
        }
        UUID request;
        try {
            request = UUID.fromString(requestId);
        } catch (IllegalArgumentException _) {
            return new NodeResult.Failed(
                    message,
                    "metadata %s must be a UUID, not \"%s\"".formatted(requestIdKey, requestId));
        }
        return new NodeResult.Later(
                replies.reply(serviceId, request, message.payload())
                        .thenApply(_ -> NodeResult.success(message)));
    }

    private static NodeResult missing(RuleMessage message, String key) {
        return new NodeResult.Failed(message, "metadata %s is missing".formatted(key));
    }
}
