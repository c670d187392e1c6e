// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.queue.Outcome;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.history.NotKept;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.List;
import java.util.UUID;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Pages of deliveries that several instances and the database have found. */
final class MessagesViewTest {

    private static final UUID MESSAGE = UUID.randomUUID();
    private static final NotKept NONE = new NotKept(0, 50);

    private static DeliveryView delivery(@Nullable UUID id, String instance, long ended) {
        return delivery(new UUID(7, ended), id, instance, ended);
    }

    private static DeliveryView delivery(
            UUID delivery, @Nullable UUID id, String instance, long ended) {
        return new DeliveryView(
                id,
                delivery,
                instance,
                MESSAGE,
                new EntityId(EntityType.DEVICE, new UUID(1, 1)),
                "type",
                Outcome.DONE,
                1,
                ended,
                5L,
                null,
                id == null ? List.of() : List.of(KeptReason.SLOW),
                null,
                0,
                List.of());
    }

    private static MessagesView page(String instance, int limit, long... ended) {
        return MessagesView.page(
                LongStream.of(ended).mapToObj(at -> delivery(null, instance, at)).toList(),
                limit,
                NONE);
    }

    private static List<Long> ends(MessagesView view) {
        return view.data().stream().map(DeliveryView::endedTs).toList();
    }

    @Test
    void deliveriesOfOneMillisecondStayOnOnePage() {
        MessagesView page = page("a", 3, 9, 8, 7, 7);

        assertThat(ends(page)).containsExactly(9L, 8L);
        assertThat(page.hasNext()).isTrue();
        assertThat(ends(page("a", 4, 9, 8, 7, 7))).containsExactly(9L, 8L, 7L, 7L);
        assertThat(page("a", 4, 9, 8, 7, 7).hasNext()).isFalse();
        assertThat(ends(page("a", 2, 7, 7, 7))).containsExactly(7L, 7L);
    }

    @Test
    void aMergedPageReachesAsFarBackAsEverySource() {
        MessagesView own = page("a", 2, 9, 5, 1);
        MessagesView other = page("b", 2, 8, 7, 6);

        MessagesView merged =
                MessagesView.merge(
                        own, new PeerAnswers<>(List.of(other), List.of()), page("c", 2), 10);

        assertThat(ends(own)).containsExactly(9L, 5L);
        assertThat(ends(merged)).as("6 is unknown yet").containsExactly(9L, 8L, 7L);
        assertThat(merged.hasNext()).isTrue();
    }

    @Test
    void aKeptDeliveryReplacesWhatItsInstanceRemembersOfIt() {
        DeliveryView kept = delivery(UUID.randomUUID(), "a", 9);

        MessagesView merged =
                MessagesView.merge(
                        page("a", 5, 9, 8),
                        PeerAnswers.none(),
                        MessagesView.page(List.of(kept), 5, NONE),
                        5);

        assertThat(merged.data()).containsExactly(kept, delivery(null, "a", 8));
        assertThat(merged.hasNext()).isFalse();
    }

    @Test
    void deliveriesOfAMessageThatEndedInTheSameMillisecondAreToldApart() {
        UUID earlier = new UUID(7, 1);
        UUID later = new UUID(7, 2);
        DeliveryView remembered = delivery(earlier, null, "a", 9);
        DeliveryView kept = delivery(later, UUID.randomUUID(), "a", 9);
        List<DeliveryView> own = List.of(remembered, delivery(later, null, "a", 9));

        MessagesView merged =
                MessagesView.merge(
                        MessagesView.page(own, 5, NONE),
                        PeerAnswers.none(),
                        MessagesView.page(List.of(kept), 5, NONE),
                        5);

        assertThat(merged.data()).containsExactly(kept, remembered);
    }

    @Test
    void countsWhatAllInstancesDidNotKeepAndNamesThoseThatDidNotAnswer() {
        List<Unanswered> missing = List.of(new Unanswered("c", "cannot be reached"));
        MessagesView own = new MessagesView(List.of(), false, new NotKept(3, 100), null);
        MessagesView other = new MessagesView(List.of(), false, new NotKept(4, 90), null);

        MessagesView merged =
                MessagesView.merge(
                        own, new PeerAnswers<>(List.of(other), missing), page("d", 5), 5);

        assertThat(merged.notKept()).isEqualTo(new NotKept(7, 90));
        assertThat(merged.unanswered()).isEqualTo(missing);
    }
}
