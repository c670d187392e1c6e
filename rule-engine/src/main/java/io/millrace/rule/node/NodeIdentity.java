// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import org.jspecify.annotations.Nullable;

/**
 * Which node this is, for what a node logs and for the few nodes that behave by it.
 *
 * @param name the name that a person gave it; an output node's label
 * @param queueName the queue chosen for it, or null
 */
public record NodeIdentity(
        TenantId tenant,
        RuleChainId chain,
        RuleNodeId node,
        String name,
        @Nullable String queueName) {}
