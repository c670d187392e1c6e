// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.server.runtime.path.PathView.DeliveryView;
import io.millrace.server.runtime.path.PathView.ErrorView;
import io.millrace.server.runtime.path.PathView.InFlightView;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Paths that several instances know a part of. */
final class PathViewTest {

    private static final UUID MESSAGE = UUID.randomUUID();
    private static final EntityId DEVICE = new EntityId(EntityType.DEVICE, UUID.randomUUID());
    private static final JsonMapper JSON = JsonMapper.builder().addModule(new IdJson()).build();

    private static DeliveryView delivery(@Nullable String instance, Outcome outcome, long ended) {
        return new DeliveryView(
                null,
                new UUID(7, ended),
                instance,
                MESSAGE,
                DEVICE,
                "POST_TELEMETRY_REQUEST",
                outcome,
                1,
                ended,
                5L,
                instance == null ? new ErrorView("no luck", null, null, null) : null,
                List.of(),
                null,
                0,
                List.of());
    }

    private static InFlightView inFlight(String instance, long age) {
        return new InFlightView(
                instance, DEVICE, "type", Place.RUNNING, 1, age, List.of(), List.of());
    }

    private static PathView view(List<InFlightView> inFlight, DeliveryView... deliveries) {
        return new PathView(MESSAGE, inFlight, List.of(deliveries), null);
    }

    @Test
    void keepsTheDeliveriesOfAllInstancesInTheOrderOfTheirEnds() {
        DeliveryView first = delivery("b", Outcome.HANDED_OVER, 1);
        DeliveryView second = delivery("a", Outcome.HANDED_OVER, 2);
        DeliveryView third = delivery("c", Outcome.DONE, 3);
        List<Unanswered> missing = List.of(new Unanswered("d", "cannot be reached"));

        PathView merged =
                PathView.merge(
                        view(List.of(inFlight("a", 10)), second),
                        new PeerAnswers<>(
                                List.of(
                                        view(List.of(inFlight("b", 20)), first),
                                        view(List.of(), third)),
                                missing),
                        List.of(),
                        List.of());

        assertThat(merged.deliveries()).containsExactly(first, second, third);
        assertThat(merged.inFlight()).containsExactly(inFlight("b", 20), inFlight("a", 10));
        assertThat(merged.unanswered()).isEqualTo(missing);
    }

    @Test
    void aDeadLetterReplacesWhatItsInstanceRemembers() {
        DeliveryView handedOver = delivery("a", Outcome.HANDED_OVER, 1);
        DeliveryView remembered = delivery("b", Outcome.DEAD_LETTERED, 2);
        DeliveryView letter = delivery(null, Outcome.DEAD_LETTERED, 2);
        PeerAnswers<PathView> others =
                new PeerAnswers<>(List.of(view(List.of(), remembered)), List.of());

        assertThat(
                        PathView.merge(
                                        view(List.of(), handedOver),
                                        others,
                                        List.of(),
                                        List.of(letter))
                                .deliveries())
                .containsExactly(handedOver, letter);
        assertThat(
                        PathView.merge(view(List.of(), handedOver), others, List.of(), List.of())
                                .deliveries())
                .containsExactly(handedOver, remembered);
    }

    @Test
    void aDeadLetterDoesNotReplaceAnotherDeliveryThatBecameOne() {
        DeliveryView letter = delivery(null, Outcome.DEAD_LETTERED, 2);
        DeliveryView remembered = delivery("a", Outcome.DEAD_LETTERED, 3);

        PathView merged =
                PathView.merge(
                        view(List.of(), remembered),
                        PeerAnswers.none(),
                        List.of(),
                        List.of(letter));

        assertThat(merged.deliveries()).containsExactly(letter, remembered);
    }

    @Test
    void listsTheLatestOfAllInstances() {
        List<DeliveryView> own =
                List.of(delivery("a", Outcome.DONE, 5), delivery("a", Outcome.DONE, 1));
        PeerAnswers<DeliveryView[]> others =
                new PeerAnswers<>(
                        List.of(
                                new DeliveryView[] {
                                    delivery("b", Outcome.DONE, 4), delivery("b", Outcome.DONE, 2)
                                },
                                new DeliveryView[] {delivery("c", Outcome.DONE, 3)}),
                        List.of());

        List<DeliveryView> latest = PathView.latest(own, others, 4);

        assertThat(latest.stream().map(DeliveryView::endedTs)).containsExactly(5L, 4L, 3L, 2L);
    }

    @Test
    void canBeReadFromTheAnswerOfAnotherInstance() {
        PathView sent =
                view(
                        List.of(inFlight("a", 1)),
                        IntStream.range(0, 3)
                                .mapToObj(i -> delivery("a", Outcome.DONE, i))
                                .toArray(DeliveryView[]::new));

        String text = JSON.writeValueAsString(sent);

        assertThat(JSON.readValue(text, PathView.class)).isEqualTo(sent);
        assertThat(text).doesNotContain("unanswered");
        assertThat(JSON.readValue(JSON.writeValueAsString(sent.deliveries()), DeliveryView[].class))
                .containsExactlyElementsOf(sent.deliveries());
    }
}
