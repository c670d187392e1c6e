// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.message.DataType;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The path of a message.
 *
 * @param messageId the message
 * @param inFlight its deliveries that have not ended, with their current nodes, oldest first
 * @param deliveries its deliveries that have ended, each with its outcome, in the order of their ends; usually one,
 *     more after an "acknowledge" node, a restart, or a move to another instance
 * @param unanswered the instances that did not answer, so that their deliveries are missing; absent if all answered
 */
public record PathView(
        UUID messageId,
        List<InFlightView> inFlight,
        List<DeliveryView> deliveries,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Unanswered> unanswered) {

    /**
     * Merges what this instance, the others, the database and the dead letters know of a message.
     *
     * @param own what this instance knows
     * @param kept the deliveries that are kept in the database; they replace what an instance remembers of them
     * @param letters the deliveries whose dead letters exist and that are not kept; they replace what an instance
     *     remembers of a dead-lettered delivery, because they have more details
     */
    static PathView merge(
            PathView own,
            PeerAnswers<PathView> others,
            List<DeliveryView> kept,
            List<DeliveryView> letters) {
        List<PathView> views = Stream.concat(Stream.of(own), others.answers().stream()).toList();
        List<InFlightView> inFlight =
                views.stream()
                        .flatMap(view -> view.inFlight().stream())
                        .sorted(Comparator.comparingLong(InFlightView::ageMillis).reversed())
                        .toList();
        Set<UUID> ofLetters =
                letters.stream()
                        .map(DeliveryView::deliveryId)
                        .collect(Collectors.toUnmodifiableSet());
        Stream<DeliveryView> remembered =
                views.stream()
                        .flatMap(view -> view.deliveries().stream())
                        .filter(delivery ->
                                delivery.outcome() != Outcome.DEAD_LETTERED
                                        || !ofLetters.contains(delivery.deliveryId()));
        List<DeliveryView> deliveries =
                Stream.concat(DeliveryKey.preferring(kept, remembered), letters.stream())
                        .sorted(DeliveryView.IN_THE_ORDER_OF_THEIR_ENDS)
                        .toList();
        return new PathView(own.messageId(), inFlight, deliveries, others.unanswered());
    }

    /** True if no delivery is known. */
    boolean knowsNothing() {
        return inFlight.isEmpty() && deliveries.isEmpty();
    }

    /** Returns the latest of the given deliveries of all instances, newest first. */
    static List<DeliveryView> latest(
            List<DeliveryView> own, PeerAnswers<DeliveryView[]> others, int limit) {
        return Stream.concat(own.stream(), others.answers().stream().flatMap(Arrays::stream))
                .sorted(DeliveryView.IN_THE_ORDER_OF_THEIR_ENDS.reversed())
                .limit(limit)
                .toList();
    }

    /**
     * A delivery that has ended.
     *
     * @param id id of the kept message; null if the message is not kept in the database
     * @param deliveryId id of the delivery: the same on every instance that processed it
     * @param instance the instance that processed it; null if only the dead letter is known
     * @param type the type of the message when it was accepted
     * @param attempts number of attempts
     * @param endedTs milliseconds since the epoch
     * @param micros time from acceptance to end, in microseconds; null if only the dead letter is known
     * @param error why it failed; null if it did not fail, or if it is neither kept nor a dead letter any more
     * @param reasons why the message is kept with its contents; empty if it is not
     * @param input the message as it was accepted; null where contents are not kept, and in lists
     * @param hopsNotKept number of nodes that the message passed and that are missing in {@code branches}, because they
     *     are too many
     * @param branches the path of the last attempt: the nodes that each branch passed, in order; branches share their
     *     first hops
     */
    public record DeliveryView(
            @Nullable UUID id,
            UUID deliveryId,
            @Nullable String instance,
            UUID messageId,
            EntityId originator,
            String type,
            Outcome outcome,
            int attempts,
            long endedTs,
            @Nullable Long micros,
            @Nullable ErrorView error,
            List<KeptReason> reasons,
            @Nullable ContentView input,
            int hopsNotKept,
            List<List<HopView>> branches) {

        /** By the time of the end; deliveries that ended in the same millisecond by the time of their acceptance. */
        static final Comparator<DeliveryView> IN_THE_ORDER_OF_THEIR_ENDS =
                Comparator.comparingLong(DeliveryView::endedTs)
                        .thenComparing(DeliveryView::deliveryId);
    }

    /**
     * A delivery that has not ended.
     *
     * @param instance the instance that has it
     * @param type the type of the message when it was accepted
     * @param attempts number of attempts that were started
     * @param ageMillis milliseconds since it was accepted
     * @param at the nodes that currently process the message
     * @param branches the paths to these nodes, and of branches that have ended
     */
    public record InFlightView(
            String instance,
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

    /**
     * A node that the message passed.
     *
     * @param label the label by which it left; {@code (no answer)} if the node had it when the attempt was given up
     * @param micros the time in the node in microseconds; 0 if the node gave no answer
     * @param error why the node failed; null if it did not, and where contents are not kept
     * @param input the message as it came to the node; null if it is the output of the hop before (or, for the first
     *     hop, the input of the delivery), where contents are not kept, and in lists
     * @param output the message as it left the node; null if it left unchanged, where contents are not kept, and in lists
     * @param unchanged true if the message left the node as it came; null where contents are not kept
     */
    public record HopView(
            RuleChainId ruleChainId,
            @Nullable String ruleChainName,
            long ruleChainVersion,
            RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName,
            String label,
            long micros,
            @Nullable String error,
            @Nullable ContentView input,
            @Nullable ContentView output,
            @Nullable Boolean unchanged) {}

    /**
     * The content of a message at one place of its path.
     *
     * @param data the body as text; Base64 if {@code dataType} is {@code BINARY}
     * @param truncated true if data or metadata were longer than 16,384 characters and are cut
     */
    public record ContentView(
            EntityId originator,
            String type,
            DataType dataType,
            String data,
            Map<String, String> metadata,
            boolean truncated) {}

    /** The error and its node; the node is null if the error occurred outside of a node. */
    public record ErrorView(
            String message,
            @Nullable RuleChainId ruleChainId,
            @Nullable RuleNodeId ruleNodeId,
            @Nullable String ruleNodeName) {}
}
