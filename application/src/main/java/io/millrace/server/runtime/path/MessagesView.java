// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.store.history.NotKept;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The deliveries that a search has found.
 *
 * @param data the deliveries, the latest first, without contents
 * @param hasNext true if there are earlier ones; pass the {@code endedTs} of the last one as {@code before} to get them
 * @param notKept how many messages the instances did not keep, because a limit was reached
 * @param unanswered the instances that did not answer, so that what only they remember is missing; absent if all answered
 */
public record MessagesView(
        List<DeliveryView> data,
        boolean hasNext,
        NotKept notKept,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable List<Unanswered> unanswered) {

    /**
     * Returns the first deliveries of a source that has one more than the limit if it has more. Deliveries that ended in
     * the same millisecond stay on one page, unless they alone are more than the limit.
     *
     * @param latest the latest deliveries, up to {@code limit + 1} of them
     */
    static MessagesView page(List<DeliveryView> latest, int limit, NotKept notKept) {
        List<DeliveryView> sorted =
                latest.stream().sorted(DeliveryView.IN_THE_ORDER_OF_THEIR_ENDS.reversed()).toList();
        if (sorted.size() <= limit) {
            return new MessagesView(sorted, false, notKept, null);
        }
        long cut = sorted.get(limit).endedTs();
        List<DeliveryView> whole =
                sorted.subList(0, limit).stream()
                        .filter(delivery -> delivery.endedTs() > cut)
                        .toList();
        return new MessagesView(
                whole.isEmpty() ? sorted.subList(0, limit) : whole, true, notKept, null);
    }

    /**
     * Merges the pages of this instance, the others and the database. Only as far back as every source reaches: what is
     * earlier is on the next page.
     *
     * @param own what this instance remembers
     * @param kept the kept deliveries; they replace what an instance remembers of them
     */
    static MessagesView merge(
            MessagesView own, PeerAnswers<MessagesView> others, MessagesView kept, int limit) {
        List<MessagesView> remembering =
                Stream.concat(Stream.of(own), others.answers().stream()).toList();
        List<MessagesView> all = Stream.concat(remembering.stream(), Stream.of(kept)).toList();
        long horizon =
                all.stream()
                        .filter(page -> page.hasNext() && !page.data().isEmpty())
                        .mapToLong(page -> page.data().getLast().endedTs())
                        .max()
                        .orElse(Long.MIN_VALUE);
        List<DeliveryView> reached =
                DeliveryKey.preferring(
                                kept.data(),
                                remembering.stream().flatMap(page -> page.data().stream()))
                        .filter(delivery -> delivery.endedTs() >= horizon)
                        .toList();
        NotKept notKept =
                remembering.stream()
                        .map(MessagesView::notKept)
                        .reduce(NotKept::plus)
                        .orElse(own.notKept());
        MessagesView page = page(reached, limit, notKept);
        boolean hasNext = page.hasNext() || all.stream().anyMatch(MessagesView::hasNext);
        return new MessagesView(page.data(), hasNext, notKept, others.unanswered());
    }
}
