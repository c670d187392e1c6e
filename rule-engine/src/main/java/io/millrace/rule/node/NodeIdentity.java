// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.MessageType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * Identifies a node, for its log entries and for the few nodes whose behaviour depends on it.
 *
 * @param name the name that a user gave it; the label of an output node
 * @param queueName the queue configured for it, or null
 */
public record NodeIdentity(
        TenantId tenant,
        RuleChainId chain,
        RuleNodeId node,
        String name,
        @Nullable String queueName) {

    /**
     * Returns a message that announces a change by this node to the rule chain of the changed entity.
     *
     * @param ts milliseconds since the epoch
     */
    public RuleMessage event(EntityId changed, MessageType type, Payload payload, long ts) {
        return RuleMessage.of(
                tenant,
                changed,
                type.name(),
                Metadata.of("ruleNodeId", node.toString()),
                payload,
                ts);
    }
}
