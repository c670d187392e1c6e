// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import io.millrace.message.delivery.Failure;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TimeOrderedUuid;
import io.millrace.queue.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A kept message.
 *
 * @param id its own id, a UUID of version 7 that says when the delivery ended
 * @param visits its visits to nodes, each after its predecessor
 * @param ends the visits with which branches ended, as indexes of {@code visits}
 * @param leftOut number of visits that are not kept, because there were too many
 * @param contents the contents to which visits refer; 0 is the message as it was accepted. Empty if they were not read.
 */
public record KeptDelivery(
        UUID id,
        UUID deliveryId,
        String instance,
        UUID messageId,
        EntityId originator,
        String type,
        Outcome outcome,
        Set<KeptReason> reasons,
        int attempts,
        long micros,
        @Nullable Failure failure,
        List<Visit> visits,
        List<Integer> ends,
        int leftOut,
        Map<Integer, KeptContent> contents) {

    /**
     * A visit to a node.
     *
     * @param label the label by which the message left; null if the node gave no answer
     * @param micros time in the node; null if it gave no answer
     */
    public record Visit(
            @Nullable Integer previous,
            RuleChainId chain,
            long chainVersion,
            RuleNodeId node,
            @Nullable String label,
            @Nullable Long micros,
            @Nullable String error,
            @Nullable Integer input,
            @Nullable Integer output) {}

    /** When the delivery ended, in milliseconds since the epoch. */
    public long endedAt() {
        return TimeOrderedUuid.millisOf(id);
    }

    /** Returns the visits of each branch from the first to the last. */
    public List<List<Visit>> branches() {
        List<List<Visit>> branches = new ArrayList<>();
        for (Integer end : ends) {
            List<Visit> branch = new ArrayList<>();
            for (Integer at = end; at != null; at = visits.get(at).previous()) {
                branch.add(visits.get(at));
            }
            branches.add(branch.reversed());
        }
        return branches;
    }

    /** Returns the same with visits and contents. */
    KeptDelivery with(List<Visit> itsVisits, Map<Integer, KeptContent> itsContents) {
        return new KeptDelivery(
                id,
                deliveryId,
                instance,
                messageId,
                originator,
                type,
                outcome,
                reasons,
                attempts,
                micros,
                failure,
                itsVisits,
                ends,
                leftOut,
                itsContents);
    }
}
