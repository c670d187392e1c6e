// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.engine;

import static io.millrace.rule.engine.ChainBuilder.chain;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.rule.engine.NodeListener.Refusal;
import io.millrace.rule.node.NodeResult;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The engine's handling of nodes whose calls time out. */
class NodeTimeOutsTest extends EngineFixture {

    private final PendingAnswers call = new PendingAnswers();
    private final List<String> seen = new CopyOnWriteArrayList<>();

    NodeTimeOutsTest() {
        super(onTheCallingThread(), EngineSettings.DEFAULTS.maxInNode());
    }

    private void start() {
        chains.root(
                chain("root")
                        .node("call")
                        .node("record")
                        .connect("call", "Success", "record")
                        .connect("call", "Failure", "record")
                        .of(TENANT));
        nodes.put("call", call);
        nodes.put("record", recording(seen));
        awaitStart();
        seen.clear();
    }

    private TestAttempt call(String text) {
        return process(message(device(text.hashCode()), text));
    }

    private void timeOut(int calls) {
        for (int i = 0; i < calls; i++) {
            call("t" + i);
            call.fail("t" + i, new TimeoutException("no answer"));
        }
    }

    @Test
    void failMessagesAtOnceOnceTheyAreManyAndWithoutCallingTheNode() {
        start();
        timeOut(20);

        TestAttempt refused = call("refused");

        assertThat(refused.labels()).containsExactly("Failure", "Success");
        assertThat(call.wasCalledFor("refused")).isFalse();
        assertThat(listener.refusals).containsExactly(Refusal.BREAKER);
        assertThat(listener.breakers).containsExactly("opened test.call");
    }

    @Test
    void areGivenAsTheReasonOfTheFailure() {
        chains.root(chain("root").node("call").of(TENANT));
        nodes.put("call", call);
        awaitStart();
        IntStream.range(0, 10).forEach(i -> call("s" + i));
        IntStream.range(0, 10).forEach(i -> call.succeed("s" + i));
        timeOut(10);

        assertThat(call("x").awaitFailure().failure().error())
                .isEqualTo(
                        "the node's breaker is open because 10 of its last 20 calls timed out; the next trial is"
                                + " in 5 s");
    }

    @Test
    void areAlsoTheAttemptsThatPassTheirDeadlineInTheNode() {
        start();
        IntStream.range(0, 20).forEach(i -> call("x" + i).giveUp());

        assertThat(listener.breakers).containsExactly("opened test.call");
    }

    @Test
    void areNotAttemptsThatWaitOnlyForEarlierOnesOfTheirOriginator() {
        start();
        process(message("slow"));
        for (int i = 0; i < 20; i++) {
            TestAttempt behind = process(message("x" + i));
            call.succeed("x" + i);
            behind.giveUp();
        }

        assertThat(listener.breakers).isEmpty();
    }

    @Test
    void areNoOtherFailures() {
        start();
        for (int i = 0; i < 40; i++) {
            call("x" + i);
            call.fail("x" + i, new IllegalStateException("refused"));
        }

        assertThat(listener.breakers).isEmpty();
    }

    @Test
    void areNoFailuresThatComeAtOnce() {
        chains.root(chain("root").node("call").of(TENANT));
        nodes.put(
                "call",
                message ->
                        new NodeResult.Later(
                                CompletableFuture.failedFuture(new TimeoutException("at once"))));

        for (int i = 0; i < 40; i++) {
            assertThat(call("x" + i).awaitFailure().failure().error()).isEqualTo("at once");
        }

        assertThat(listener.breakers).isEmpty();
    }

    @Test
    void areShownTogetherWithTheTimeUntilTheNodeIsTriedAgain() {
        start();
        assertThat(states())
                .extracting(NodeState::condition)
                .containsExactly(new NodeState.Running(), new NodeState.Running());

        timeOut(20);
        now.addAndGet(Duration.ofSeconds(2).toNanos());

        NodeState.Condition open = states().getFirst().condition();
        assertThat(open)
                .isEqualTo(
                        new NodeState.BreakerOpen(
                                "20 of its last 20 calls timed out", Duration.ofSeconds(3)));
        now.addAndGet(Duration.ofSeconds(60).toNanos());
        assertThat(states().getFirst().condition())
                .isEqualTo(
                        new NodeState.BreakerOpen(
                                "20 of its last 20 calls timed out", Duration.ZERO));
    }

    @Test
    void areShownBesideTheMessagesThatTheNodeHas() {
        start();
        call("a");
        call("b");

        assertThat(states()).extracting(NodeState::messages).containsExactly(2, 0);
    }

    private List<NodeState> states() {
        return engine.stateOf(TENANT, ChainBuilder.chainId("root")).orElseThrow().nodes();
    }

    @Test
    void leaveTheOrderOfAnOriginatorAloneWhoseMessageIsRefused() {
        start();
        process(message("first"));
        timeOut(20);
        seen.clear();
        TestAttempt refused = process(message("refused"));
        assertThat(refused.result).isNotDone();

        call.succeed("first");

        refused.await();
        assertThat(seen).containsExactly("first", "refused");
    }

    @Test
    void areOverWhenTheNodeAnswersAFewMessagesInTime() {
        start();
        timeOut(20);
        now.addAndGet(Duration.ofSeconds(6).toNanos());

        for (String trial : List.of("a", "b", "c")) {
            call(trial);
            call.succeed(trial);
        }

        assertThat(listener.breakers).containsExactly("opened test.call", "closed test.call");
        call("d");
        assertThat(call.wasCalledFor("d")).isTrue();
    }

    @Test
    void doNotEndATrialByMessagesThatTheNodeAnswersAtOnce() {
        start();
        timeOut(20);
        now.addAndGet(Duration.ofSeconds(6).toNanos());

        IntStream.range(0, 10).forEach(_ -> call("now").await());

        assertThat(listener.breakers).containsExactly("opened test.call");
        call("trial");
        assertThat(call.wasCalledFor("trial")).isTrue();
    }

    @Test
    void concernTheNodeAlone() {
        chains.root(
                chain("root")
                        .node("call")
                        .node("next")
                        .connect("call", "Failure", "next")
                        .of(TENANT));
        PendingAnswers next = new PendingAnswers();
        nodes.put("call", call);
        nodes.put("next", next);
        awaitStart();
        timeOut(20);

        call("x");

        assertThat(call.wasCalledFor("x")).isFalse();
        assertThat(next.wasCalledFor("x")).isTrue();
    }

    @Test
    void areNotCountedWhereTheNodeWaitsForTheStore() {
        waitingForStore.add("call");
        start();

        timeOut(100);

        assertThat(listener.breakers).isEmpty();
        assertThat(listener.refusals).isEmpty();
    }

    @Test
    void areForgottenWithTheVersionOfTheChain() {
        start();
        timeOut(20);

        chains.root(chain("root", 2).node("call").of(TENANT));
        engine.chainsChanged(TENANT);

        await().untilAsserted(() ->
                assertThat(listener.breakers)
                        .containsExactly("opened test.call", "closed test.call"));
        await().untilAsserted(() -> {
            call("new");
            assertThat(call.wasCalledFor("new")).isTrue();
        });
    }

    @Test
    void endAnAttemptThatWasGivenUpWhenWhatTheNodeHasBegunIsOver() {
        start();
        TestAttempt attempt = call("x");

        attempt.giveUp();
        assertThat(attempt.lateResults).hasValue(0);

        call.succeed("x");
        assertThat(attempt.lateResults).hasValue(1);
    }
}
