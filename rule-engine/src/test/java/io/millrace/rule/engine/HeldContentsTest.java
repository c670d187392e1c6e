// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.EngineFixture.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.Metadata;
import io.millrace.message.Payload;
import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Hop;
import io.millrace.message.delivery.Passage;
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.message.id.TenantId;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class HeldContentsTest {

    private static final RuleChainId CHAIN = new RuleChainId(new UUID(1, 1));
    private static final RuleNodeId NODE = new RuleNodeId(new UUID(2, 2));

    private final RuleMessage start = message("start");
    private final ContentRoom room = new ContentRoom(100_000);
    private final HeldContents contents = new HeldContents(room, start);

    private static Hop hop(@Nullable Hop previous, Passage passage) {
        return new Hop(previous, CHAIN, 1, NODE, "Success", 1, passage);
    }

    private static RuleMessage ofBytes(int bytes) {
        return message("x".repeat(bytes));
    }

    @Test
    void refersToTheMessagesBeforeAndAfterANode() {
        RuleMessage changed = start.withPayload(Payload.ofText("changed"));

        Passage passage = contents.passage(null, start, changed, null);

        assertThat(passage.input()).isSameAs(start);
        assertThat(passage.output()).isSameAs(changed);
        assertThat(passage.error()).isNull();
    }

    @Test
    void nodesThatChangeNothingShareOnePassage() {
        Hop first = hop(null, contents.passage(null, start, start, null));

        assertThat(contents.passage(first, start, start, null)).isSameAs(first.passage());
    }

    @Test
    void keepsTheErrorOfTheNodeThatFailedAndOfNoLaterOne() {
        Hop failed = hop(null, contents.passage(null, start, start, "no luck"));

        assertThat(failed.passage()).isEqualTo(new Passage(start, start, "no luck"));
        assertThat(contents.passage(failed, start, start, null).error()).isNull();
    }

    @Test
    void aMessageThatLoopsHoldsABoundedNumberOfContents() {
        Hop last = null;
        RuleMessage current = start;
        int held = 0;
        for (int i = 0; i < 1_000; i++) {
            RuleMessage next = start.withPayload(Payload.ofText("" + i));
            Passage passage = contents.passage(last, current, next, null);
            held += passage.output() == null ? 0 : 1;
            last = hop(last, passage);
            current = next;
        }

        assertThat(held).isEqualTo(HeldContents.MOST);
        assertThat(room.refusals()).isEqualTo(1_000 - HeldContents.MOST);
    }

    @Test
    void anAttemptHoldsAtMostAMegabyte() {
        HeldContents large = new HeldContents(new ContentRoom(Long.MAX_VALUE), start);
        RuleMessage half = ofBytes((int) HeldContents.MOST_BYTES / 2);
        RuleMessage more = ofBytes((int) HeldContents.MOST_BYTES / 2);

        Hop first = hop(null, large.passage(null, start, half, null));
        Passage second = large.passage(first, half, more, "too large");

        assertThat(first.passage()).isEqualTo(new Passage(start, half, null));
        assertThat(second).isEqualTo(new Passage(null, null, "too large"));
    }

    @Test
    void allAttemptsOfATenantHoldAtMostHalfOfTheRoomAndGiveItBack() {
        HeldContents other = new HeldContents(room, start);
        RuleMessage large = ofBytes(40_000);

        Passage first = contents.passage(null, start, large, null);
        Passage refused = other.passage(null, start, large, null);
        contents.release();
        Passage second = other.passage(null, start, large, null);
        other.release();

        assertThat(first.output()).isSameAs(large);
        assertThat(refused.output()).isNull();
        assertThat(second.output()).isSameAs(large);
        assertThat(room.used()).isZero();
    }

    @Test
    void aTenantFindsRoomHoweverMuchAnotherHolds() {
        RuleMessage large = ofBytes(40_000);
        RuleMessage neighbours =
                RuleMessage.of(
                        new TenantId(new UUID(9, 9)),
                        start.originator(),
                        "TEST",
                        Metadata.EMPTY,
                        Payload.ofText("start"),
                        1);
        contents.passage(null, start, large, null);

        Passage passage =
                new HeldContents(room, neighbours).passage(null, neighbours, ofBytes(20_000), null);

        assertThat(passage.output()).isNotNull();
    }
}
