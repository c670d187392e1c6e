// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.rule.chain.ChainVersion;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ChainWatchTest extends EngineFixture {

    private static final int ROOM = 40;

    private final PendingAnswers call = new PendingAnswers();
    private final ChainVersion root =
            chain("root").node("call").node("b").connect("call", "Success", "b").of(TENANT);

    ChainWatchTest() {
        super(onTheCallingThread(), ROOM);
        chains.root(root);
        nodes.put("call", call);
        nodes.put("b", recording(new CopyOnWriteArrayList<>()));
        awaitStart();
    }

    private ChainCounts read() {
        return engine.watch(TENANT, root.chain()).orElseThrow();
    }

    private NodeCounts node(int index) {
        return read().nodes().get(index);
    }

    @Test
    void aChainThatIsNotLoadedHasNoCounts() {
        ChainVersion other = chain("other").node("b").of(TENANT);

        assertThat(engine.watch(TENANT, other.chain())).isEmpty();
    }

    @Test
    void messagesAreCountedFromTheFirstReadingOn() {
        process(message("now")).await();
        assertThat(node(0).arrived()).isZero();

        process(message("now")).await();

        assertThat(node(0).node()).isEqualTo(root.nodes().getFirst().id());
        assertThat(node(0).arrived()).isEqualTo(1);
        assertThat(node(0).left()).isEqualTo(1);
        assertThat(node(1).left()).isEqualTo(1);
    }

    @Test
    void aMessageThatANodeHasNotAnsweredIsItsBacklog() {
        read();
        process(message("x"));
        process(message(device(5), "y"));
        assertThat(node(0).backlog()).isEqualTo(2);

        call.succeed("x");

        assertThat(node(0).backlog()).isEqualTo(1);
        assertThat(node(1).backlog()).isZero();
    }

    @Test
    void aMessageThatArrivedBeforeTheWatchDoesNotMakeTheBacklogNegative() {
        process(message("x"));
        read();

        call.succeed("x");

        assertThat(node(0).backlog()).isZero();
        assertThat(node(0).left()).isZero();
    }

    @Test
    void theTimeInANodeIsCountedInItsBucket() {
        read();
        process(message("x"));
        now.addAndGet(7_000_000);

        call.succeed("x");

        assertThat(node(0).latencies())
                .containsExactly(Map.entry(LatencyBuckets.indexOf(7_000_000), 1L));
    }

    @Test
    void failedAndGivenUpMessagesAreCountedAsFailed() {
        read();
        process(message("x"));
        TestAttempt givenUp = process(message(device(5), "y"));

        call.fail("x", new IllegalStateException("gone"));
        givenUp.giveUp();

        assertThat(node(0).failed()).isEqualTo(2);
        assertThat(node(0).backlog()).isZero();
    }

    @Test
    void aRefusedMessageIsCountedAsFailedWithoutATime() {
        read();
        for (int i = 0; i < ROOM; i++) {
            process(message(device(i), "m" + i));
        }

        process(message(device(ROOM), "refused"));

        assertThat(node(0).failed()).isEqualTo(1);
        assertThat(node(0).left()).isEqualTo(1);
        assertThat(node(0).latencies()).isEmpty();
    }

    @Test
    void aChangedChainIsAnotherWatch() {
        ChainCounts before = read();
        ChainVersion changed = chain("root", 2).node("call").of(TENANT);
        chains.root(changed);
        engine.chainsChanged(TENANT);

        await().untilAsserted(() ->
                assertThat(engine.watch(TENANT, changed.chain()).orElseThrow().watch())
                        .isNotEqualTo(before.watch()));
    }

    @Test
    void theEndOfAWatchForgetsItsCounts() {
        ChainCounts before = read();
        process(message("now")).await();

        engine.unwatch(TENANT, root.chain());

        assertThat(read().watch()).isNotEqualTo(before.watch());
        assertThat(node(0).arrived()).isZero();
    }

    @Test
    void countsSinceAReadingAreTheDifference() {
        process(message("now")).await();
        read();
        process(message("now")).await();
        NodeCounts first = node(0);
        process(message("now")).await();

        NodeCounts since = node(0).since(first);

        assertThat(since.arrived()).isEqualTo(1);
        assertThat(since.left()).isEqualTo(1);
        assertThat(since.latencies().values()).containsExactly(1L);
    }
}
