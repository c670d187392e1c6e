// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A node of a chain.
 *
 * @param content what the node is apart from its id
 */
public record ChainNode(RuleNodeId id, NodeContent content) {

    /** Creates a node; the parameters are those of {@link NodeContent}. */
    public ChainNode(
            RuleNodeId id,
            String type,
            String name,
            JsonNode configuration,
            int configurationVersion,
            @Nullable String queueName) {
        this(
                id,
                new NodeContent(type, name, configuration, configurationVersion, queueName)
                        .shared());
    }

    /** The node type: Millrace's id or ThingsBoard's class name. */
    public String type() {
        return content.type();
    }

    /** The name that a user gave it. */
    public String name() {
        return content.name();
    }

    /** The JSON that is bound to the configuration record of its type; must not be changed. */
    public JsonNode configuration() {
        return content.configuration();
    }

    /** The version of {@link #configuration}. */
    public int configurationVersion() {
        return content.configurationVersion();
    }

    /** The queue configured for it, or null. */
    public @Nullable String queueName() {
        return content.queueName();
    }
}
