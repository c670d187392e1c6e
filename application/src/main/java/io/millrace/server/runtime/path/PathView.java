// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Where a message went.
 *
 * @param messageId the message
 * @param inFlight each delivery of it that has not ended, and where it is now
 * @param deliveries each delivery of it with its own outcome: usually one; another behind an "acknowledge" node, or after a
 *     restart
 */
public record PathView(UUID messageId, List<InFlightView> inFlight, List<DeliveryView> deliveries) {

    /**
     * A delivery that has ended.
     *
     * @param type the message's type as it came in
     * @param attempts how many attempts were made
     * @param endedTs milliseconds since the epoch
     * @param micros from acceptance to end; null where only the dead letter is known
     * @param error why it failed; null where it did not, or where the dead letter is gone
     * @param branches the way of the last attempt: the nodes that each branch passed, in their order; branches share their
     *     beginnings
     */
    public record DeliveryView(
            UUID messageId,
            EntityId originator,
            String type,
            Outcome outcome,
            int attempts,
            long endedTs,
            @Nullable Long micros,
            @Nullable ErrorView error,
            List<List<HopView>> branches) {}

    /**
     * A delivery that has not ended.
     *
     * @param type the message's type as it came in
     * @param attempts how many attempts were begun
     * @param ageMillis milliseconds since it was accepted
     * @param at the nodes that have the message now
     * @param branches the way to them, and of branches that have ended
     */
    public record InFlightView(
            EntityId originator,
            String type,
            Place place,
            int attempts,
            long ageMillis,
            List<NodeView> at,
            List<List<HopView>> branches) {}

    /** A node of a version of a chain. */
    public record NodeView(
            RuleChainId ruleChainId,
            @Nullable String ruleChainName,
            long ruleChainVersion,
            RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName) {}

    /** A node that the message passed, by which label it left, and how many microseconds the node had it. */
    public record HopView(
            RuleChainId ruleChainId,
            @Nullable String ruleChainName,
            long ruleChainVersion,
            RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName,
            String label,
            long micros) {}

    /** What went wrong, and in which node; without a node where it happened outside of one. */
    public record ErrorView(
            String message,
            @Nullable RuleChainId ruleChainId,
            @Nullable RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName) {}
}
