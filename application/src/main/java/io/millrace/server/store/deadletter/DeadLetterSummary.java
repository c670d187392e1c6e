// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter, as lists show it.
 *
 * @param createdTime when the message became a dead letter, in milliseconds since the epoch
 * @param messageId null for a letter of an earlier version, which did not store it
 * @param originator originator of the message
 * @param queueName queue of the message
 * @param error why the last attempt failed
 * @param ruleChainId chain in which the message failed; null if it failed outside of a chain
 * @param ruleNodeId node in which the message failed; null if it failed outside of a node
 * @param ruleNodeName name of the node at that time
 * @param attempts number of attempts
 */
public record DeadLetterSummary(
        UUID id,
        long createdTime,
        @Nullable UUID messageId,
        EntityId originator,
        String messageType,
        String queueName,
        String error,
        @Nullable RuleChainId ruleChainId,
        @Nullable RuleNodeId ruleNodeId,
        @Nullable String ruleNodeName,
        int attempts) {}
