// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.chain;

import io.millrace.message.id.RuleNodeId;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A node of a chain.
 *
 * @param type the node type: Millrace's id or ThingsBoard's class name
 * @param name the name that a user gave it
 * @param configuration the JSON that is bound to the configuration record of its type; must not be changed
 * @param configurationVersion the version of {@code configuration}
 * @param queueName the queue configured for it, or null
 */
public record ChainNode(
        RuleNodeId id,
        String type,
        String name,
        JsonNode configuration,
        int configurationVersion,
        @Nullable String queueName) {}
