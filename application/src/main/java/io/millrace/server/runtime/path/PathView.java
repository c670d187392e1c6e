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
 * The path of a message.
 *
 * @param messageId the message
 * @param inFlight its deliveries that have not ended, with their current nodes
 * @param deliveries its deliveries that have ended, each with its outcome; usually one, more after an "acknowledge"
 *     node or a restart
 */
public record PathView(UUID messageId, List<InFlightView> inFlight, List<DeliveryView> deliveries) {

    /**
     * A delivery that has ended.
     *
     * @param type the type of the message when it was accepted
     * @param attempts number of attempts
     * @param endedTs milliseconds since the epoch
     * @param micros time from acceptance to end, in microseconds; null if only the dead letter is known
     * @param error why it failed; null if it did not fail, or if the dead letter was deleted
     * @param branches the path of the last attempt: the nodes that each branch passed, in order; branches share their
     *     first hops
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
     * @param type the type of the message when it was accepted
     * @param attempts number of attempts that were started
     * @param ageMillis milliseconds since it was accepted
     * @param at the nodes that currently process the message
     * @param branches the paths to these nodes, and of branches that have ended
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

    /** A node that the message passed, the label by which it left, and the time in the node in microseconds. */
    public record HopView(
            RuleChainId ruleChainId,
            @Nullable String ruleChainName,
            long ruleChainVersion,
            RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName,
            String label,
            long micros) {}

    /** The error and its node; the node is null if the error occurred outside of a node. */
    public record ErrorView(
            String message,
            @Nullable RuleChainId ruleChainId,
            @Nullable RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName) {}
}
