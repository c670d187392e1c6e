// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Which ended deliveries of a tenant are searched for. A part that is null admits all.
 *
 * @param from earliest end, in milliseconds since the epoch
 * @param before the end is before this time, in milliseconds since the epoch
 * @param chain a chain of which the message passed a node
 * @param node a node that the message passed, or that gave no answer to it
 * @param type the type of the message when it was accepted
 */
public record MessageFilter(
        TenantId tenant,
        long from,
        long before,
        @Nullable UUID message,
        @Nullable EntityId originator,
        @Nullable RuleChainId chain,
        @Nullable RuleNodeId node,
        @Nullable Outcome outcome,
        @Nullable KeptReason reason,
        @Nullable String type) {}
