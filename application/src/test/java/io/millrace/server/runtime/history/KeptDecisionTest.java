// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.history;

import static io.millrace.server.store.history.HistoryMessages.CHAIN;
import static io.millrace.server.store.history.HistoryMessages.FIRST;
import static io.millrace.server.store.history.HistoryMessages.SECOND;
import static io.millrace.server.store.history.HistoryMessages.ended;
import static io.millrace.server.store.history.HistoryMessages.hop;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import io.millrace.server.store.history.HistoryMessages;
import io.millrace.server.store.history.KeptReason;
import io.millrace.server.store.history.LiveWatches;
import io.millrace.server.store.history.MessageWatch;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeptDecisionTest {

    private static final long NOW = 1_000_000;
    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final RuleMessage MESSAGE = HistoryMessages.message(TENANT, "{}");

    /** The deliveries of these tests take 5 ms. */
    private final KeptDecision decision = new KeptDecision(5_000_001);

    private final Hop passed = hop(null, FIRST, "Success", MESSAGE, MESSAGE, null);

    private static LiveWatches watching(EntityId entity, long until) {
        return new LiveWatches(List.of(new MessageWatch(TENANT, entity, until, null, false)));
    }

    @Test
    void aMessageThatEndsWellAndInTimeIsNotKept() {
        assertThat(decision.reasons(ended(MESSAGE, Outcome.DONE, null, NOW, passed), null))
                .isEmpty();
    }

    @Test
    void aMessageWhoseDeliveryFailedIsKept() {
        Failure failure = Failure.of("no luck");

        assertThat(decision.reasons(ended(MESSAGE, Outcome.DEAD_LETTERED, failure, NOW), null))
                .containsExactly(KeptReason.FAILED);
        assertThat(decision.reasons(ended(MESSAGE, Outcome.DROPPED_BY_POLICY, failure, NOW), null))
                .containsExactly(KeptReason.FAILED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"Failure", "True,Failure"})
    void aMessageOnWhichANodeFailedIsKeptAlthoughTheChainHandledIt(String label) {
        Hop failed = hop(null, FIRST, label, MESSAGE, MESSAGE, null);
        Hop handled = hop(failed, SECOND, "Success", MESSAGE, MESSAGE, null);

        assertThat(decision.reasons(ended(MESSAGE, Outcome.DONE, null, NOW, handled), null))
                .containsExactly(KeptReason.FAILED);
    }

    @Test
    void anotherLabelThatContainsTheWordIsNoFailure() {
        Hop hop = hop(null, FIRST, "No Failure", MESSAGE, MESSAGE, null);

        assertThat(decision.reasons(ended(MESSAGE, Outcome.DONE, null, NOW, hop), null)).isEmpty();
    }

    @Test
    void aSlowMessageIsKept() {
        assertThat(
                        new KeptDecision(5_000_000)
                                .reasons(ended(MESSAGE, Outcome.DONE, null, NOW, passed), null))
                .containsExactly(KeptReason.SLOW);
    }

    static Stream<EntityId> whatAMessageMeets() {
        return Stream.of(MESSAGE.originator(), CHAIN.entity(), FIRST.entity());
    }

    @ParameterizedTest
    @MethodSource("whatAMessageMeets")
    void aMessageThatMeetsAWatchedEntityIsKeptUntilTheWatchEnds(EntityId entity) {
        var end = ended(MESSAGE, Outcome.DONE, null, NOW, passed);

        assertThat(decision.reasons(end, watching(entity, NOW + 1)))
                .containsExactly(KeptReason.WATCHED);
        assertThat(decision.reasons(end, watching(entity, NOW))).isEmpty();
        assertThat(decision.reasons(end, watching(SECOND.entity(), NOW + 1))).isEmpty();
    }

    @Test
    void aDeliveryThatAnotherInstanceBringsToItsEndIsNotKept() {
        assertThat(
                        decision.reasons(
                                ended(MESSAGE, Outcome.HANDED_OVER, null, NOW, passed),
                                watching(FIRST.entity(), NOW + 1)))
                .isEmpty();
    }
}
