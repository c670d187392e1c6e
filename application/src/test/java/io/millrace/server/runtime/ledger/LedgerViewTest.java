// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.Source;
import io.millrace.server.runtime.ledger.LedgerView.InstanceTotal;
import io.millrace.server.web.api.IdJson;
import io.millrace.server.web.peer.PeerAnswers;
import io.millrace.server.web.peer.Unanswered;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Ledgers of several instances as one. */
final class LedgerViewTest {

    private static final TenantId TENANT = new TenantId(UUID.randomUUID());
    private static final RuleChainId CHAIN = new RuleChainId(UUID.randomUUID());
    private static final RuleChainId OTHER = new RuleChainId(UUID.randomUUID());
    private static final JsonMapper JSON = JsonMapper.builder().addModule(new IdJson()).build();

    private static LedgerLine line(
            @Nullable RuleChainId chain, long takenIn, long ended, long running) {
        return new LedgerLine(
                TENANT,
                chain,
                Map.of(Source.DEVICE, takenIn),
                Map.of(Outcome.DONE, ended),
                Map.of(Place.RUNNING, running));
    }

    private static LedgerView view(String instance, long since, LedgerLine... lines) {
        return LedgerView.of(
                instance, since, new Ledger(List.of(lines)), Map.of(CHAIN, "Chain of " + instance));
    }

    private static PeerAnswers<LedgerView> others(LedgerView... views) {
        return new PeerAnswers<>(List.of(views), List.of());
    }

    @Test
    void addsTheLinesOfAChain() {
        LedgerView whole =
                view("b", 20, line(CHAIN, 3, 1, 2), line(null, 1, 1, 0))
                        .plus(
                                others(
                                        view("a", 30, line(CHAIN, 4, 4, 0)),
                                        view("c", 10, line(OTHER, 9, 0, 9))));

        assertThat(whole.chains().stream().map(LedgerView.Line::ruleChainId))
                .as("most messages first")
                .containsExactly(OTHER, CHAIN, null);
        LedgerView.Line chain = whole.chains().get(1);
        assertThat(chain.ruleChainName()).isEqualTo("Chain of b");
        assertThat(chain.messages().takenIn()).containsEntry(Source.DEVICE, 7L);
        assertThat(chain.messages().ended()).containsEntry(Outcome.DONE, 5L);
        assertThat(chain.messages().inFlight())
                .containsEntry(Place.RUNNING, 2L)
                .containsEntry(Place.WAITING, 0L);
        assertThat(whole.total().takenIn()).containsEntry(Source.DEVICE, 17L);
        assertThat(whole.total().balanced()).isTrue();
    }

    @Test
    void sortsChainsWithAsManyMessagesTheSameOnAllInstances() {
        LedgerView first = view("a", 1, line(CHAIN, 3, 3, 0), line(null, 3, 3, 0));
        LedgerView second = view("b", 1, line(OTHER, 3, 3, 0));

        assertThat(first.plus(others(second)).chains().stream().map(LedgerView.Line::ruleChainId))
                .containsExactlyElementsOf(
                        second.plus(others(first)).chains().stream()
                                .map(LedgerView.Line::ruleChainId)
                                .toList());
    }

    @Test
    void showsSinceWhenEachInstanceCounts() {
        LedgerView whole = view("b", 20, line(CHAIN, 3, 3, 0)).plus(others(view("a", 30)));

        assertThat(whole.since()).isEqualTo(20);
        assertThat(whole.instances().stream().map(InstanceTotal::instance))
                .containsExactly("a", "b");
        assertThat(whole.instances().stream().map(InstanceTotal::since)).containsExactly(30L, 20L);
        assertThat(whole.instances().getLast().messages().takenIn())
                .containsEntry(Source.DEVICE, 3L);
    }

    @Test
    void doesNotBalanceALossOnOneInstanceWithADoubleCountOnAnother() {
        LedgerView whole =
                view("a", 1, line(CHAIN, 2, 1, 0)).plus(others(view("b", 1, line(CHAIN, 1, 2, 0))));

        assertThat(whole.chains().getFirst().messages().balanced()).isFalse();
        assertThat(whole.total().balanced()).isFalse();
    }

    @Test
    void namesTheInstancesThatDidNotAnswer() {
        List<Unanswered> missing = List.of(new Unanswered("b", "cannot be reached"));

        assertThat(view("a", 1).plus(new PeerAnswers<>(List.of(), missing)).unanswered())
                .isEqualTo(missing);
        assertThat(JSON.writeValueAsString(view("a", 1).plus(others())))
                .doesNotContain("unanswered");
    }

    @Test
    void canBeReadFromTheAnswerOfAnotherInstance() {
        LedgerView sent = view("a", 1, line(CHAIN, 3, 1, 2), line(null, 1, 1, 0));

        assertThat(JSON.readValue(JSON.writeValueAsString(sent), LedgerView.class)).isEqualTo(sent);
    }
}
