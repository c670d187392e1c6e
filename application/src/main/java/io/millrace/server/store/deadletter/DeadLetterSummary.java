// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.deadletter;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A dead letter as it stands in a list.
 *
 * @param createdTime when its message was given up, in milliseconds since the epoch
 * @param messageId null for a letter of a version that did not note it
 * @param originator whose message it is
 * @param queueName the queue that gave it up
 * @param error why the last attempt failed
 * @param ruleChainId the chain in which it failed; null where it failed outside of one
 * @param ruleNodeId the node in which it failed; null where it failed outside of one
 * @param ruleNodeName the node's name at that time
 * @param attempts how many attempts were made
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
