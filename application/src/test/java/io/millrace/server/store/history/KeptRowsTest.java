// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.history;

import static io.millrace.server.store.history.HistoryMessages.CHAIN;
import static io.millrace.server.store.history.HistoryMessages.FIRST;
import static io.millrace.server.store.history.HistoryMessages.SECOND;
import static io.millrace.server.store.history.HistoryMessages.ended;
import static io.millrace.server.store.history.HistoryMessages.hop;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.DataType;
import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Hop;
import io.millrace.message.id.TenantId;
import io.millrace.queue.Outcome;
import io.millrace.server.store.history.KeptRows.Visit;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class KeptRowsTest {

    private final RuleMessage start =
            HistoryMessages.message(new TenantId(UUID.randomUUID()), "{\"a\":1}");
    private final RuleMessage changed = start.withPayload(Payload.ofText("{\"b\":1}"));

    @Test
    void branchesShareTheirFirstVisitsAndTheContents() {
        Hop shared = hop(null, FIRST, "Success", start, changed, null);
        Hop left = hop(shared, SECOND, "True", changed, changed, null);
        Hop right = hop(shared, SECOND, "False", changed, changed, null);

        KeptRows rows = KeptRows.of(ended(start, Outcome.DONE, null, 1, left, right));

        assertThat(rows.contents()).containsExactly(start, changed);
        assertThat(rows.ends()).containsExactly(1, 2);
        assertThat(rows.visits()).extracting(Visit::previous).containsExactly(null, 0, 0);
        assertThat(rows.visits()).extracting(Visit::input).containsExactly(0, 1, 1);
        assertThat(rows.visits()).extracting(Visit::output).containsExactly(1, 1, 1);
        assertThat(rows.leftOut()).isZero();
    }

    @Test
    void theNodeThatGaveNoAnswerIsAVisitWithoutALabel() {
        Hop hop = hop(null, FIRST, "Success", start, changed, null);

        KeptRows rows =
                KeptRows.of(
                        ended(
                                start,
                                Outcome.DEAD_LETTERED,
                                new Failure("timed out", CHAIN, SECOND, "Slow"),
                                1,
                                hop));

        assertThat(rows.visits().getLast())
                .isEqualTo(new Visit(0, CHAIN, 3, SECOND, null, null, "timed out", 1, null));
        assertThat(rows.ends()).containsExactly(1);
    }

    @Test
    void aLongLoopKeepsItsLastVisitsAndSaysHowManyAreLeftOut() {
        Hop hop = hop(null, FIRST, "0", start, start, null);
        for (int i = 1; i < 300; i++) {
            hop = hop(hop, FIRST, "" + i, start, start, null);
        }

        KeptRows rows = KeptRows.of(ended(start, Outcome.DONE, null, 1, hop));

        assertThat(rows.visits()).hasSize(KeptRows.MOST_VISITS);
        assertThat(rows.visits().getFirst().label()).isEqualTo("44");
        assertThat(rows.visits().getLast().label()).isEqualTo("299");
        assertThat(rows.leftOut()).isEqualTo(44);
    }

    @Test
    void waitingMessagesCountTheContentsThatTheyHold() {
        Hop hop = hop(null, FIRST, "Success", start, changed, null);

        long more =
                KeptRows.bytesOf(ended(start, Outcome.DONE, null, 1, hop))
                        - KeptRows.bytesOf(ended(start, Outcome.DONE, null, 1));

        assertThat(more).isGreaterThan(changed.payload().length());
    }

    @Test
    void longTextsAreCutAndMarked() {
        RuleMessage large =
                start.withPayload(Payload.ofText("é".repeat(StoredContent.LONGEST + 1)))
                        .withMetadata(
                                Metadata.of(Map.of("long", "m".repeat(20_000)))
                                        .with("short", "kept"));

        StoredContent content = StoredContent.of(large);

        assertThat(content.data()).isEqualTo("é".repeat(StoredContent.LONGEST));
        assertThat(content.metadata()).isEqualTo("{\"short\":\"kept\"}");
        assertThat(content.truncated()).isTrue();
        assertThat(StoredContent.of(start).truncated()).isFalse();
    }

    @Test
    void bytesAreStoredAsBase64() {
        RuleMessage binary =
                new RuleMessage(
                        start.id(),
                        start.tenant(),
                        start.originator(),
                        null,
                        start.type(),
                        Metadata.EMPTY,
                        DataType.BINARY,
                        Payload.of(new byte[] {9, 1, 2, 3}, 1, 3),
                        1,
                        null,
                        null);

        assertThat(StoredContent.of(binary)).isEqualTo(new StoredContent("AQID", "{}", false));
    }
}
