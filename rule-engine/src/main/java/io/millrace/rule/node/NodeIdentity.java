// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

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
        @Nullable String queueName) {}
