// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class CallLimiterTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<CompletableFuture<String>> begun = new CopyOnWriteArrayList<>();

    @Test
    void letsOnlySoManyCallsRunAtOnce() {
        CallLimiter limiter = new CallLimiter(2, 10);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            answers.add(call(limiter));
        }
        assertThat(begun).hasSize(2);

        begun.get(0).complete("a");

        await(() -> begun.size() == 3);
        assertThat(answers.get(0)).isCompletedWithValue("a");
    }

    @Test
    void startsWaitingCallsInTheirOrder() {
        CallLimiter limiter = new CallLimiter(1, 10);
        List<String> order = new CopyOnWriteArrayList<>();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (String name : List.of("a", "b", "c", "d")) {
            answers.add(
                    limiter.call(
                                    PATIENCE,
                                    () -> {
                                        order.add(name);
                                        CompletableFuture<String> one = new CompletableFuture<>();
                                        begun.add(one);
                                        return one;
                                    })
                            .toCompletableFuture());
        }
        for (int i = 0; i < 4; i++) {
            int next = i;
            await(() -> begun.size() > next);
            begun.get(i).complete("done");
        }

        answers.forEach(CallLimiterTest::join);
        assertThat(order).containsExactly("a", "b", "c", "d");
    }

    @Test
    void refusesACallWhenTooManyWait() {
        CallLimiter limiter = new CallLimiter(1, 1);
        call(limiter);
        call(limiter);

        assertThatThrownBy(() -> join(call(limiter)))
                .hasCauseInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("The node is full: 1 calls run and 1 wait");
    }

    @Test
    void givesUpWaitingAndLeavesItsPlaceToOthers() {
        CallLimiter limiter = new CallLimiter(1, 1);
        call(limiter);
        CompletableFuture<String> impatient =
                limiter.call(Duration.ofMillis(1), this::begin).toCompletableFuture();
        assertThatThrownBy(() -> join(impatient)).hasCauseInstanceOf(TimeoutException.class);

        CompletableFuture<String> patient = call(limiter);
        begun.getFirst().complete("a");
        await(() -> begun.size() == 2);
        begun.get(1).complete("b");

        assertThat(join(patient)).isEqualTo("b");
    }

    @Test
    void givesThePlaceOfACallBackThatFailsOrThrows() {
        CallLimiter limiter = new CallLimiter(1, 0);
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() ->
                            join(
                                    limiter.<String>call(
                                                    PATIENCE,
                                                    () -> {
                                                        throw new IllegalArgumentException("no");
                                                    })
                                            .toCompletableFuture()))
                    .isInstanceOf(CompletionException.class)
                    .hasRootCauseInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() ->
                            join(
                                    limiter.<String>call(
                                                    PATIENCE,
                                                    () ->
                                                            CompletableFuture.failedStage(
                                                                    new IllegalStateException()))
                                            .toCompletableFuture()))
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        }
        call(limiter);

        assertThat(begun).hasSize(1);
    }

    @Test
    void worksThroughALongQueueOfCallsThatEndAtOnce() {
        CallLimiter limiter = new CallLimiter(1, 10_000);
        CompletableFuture<String> blocker = call(limiter);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            answers.add(
                    limiter.call(PATIENCE, () -> CompletableFuture.completedStage("x"))
                            .toCompletableFuture());
        }

        begun.getFirst().complete("go");

        assertThat(join(blocker)).isEqualTo("go");
        assertThat(answers).allSatisfy(answer -> assertThat(join(answer)).isEqualTo("x"));
    }

    private CompletableFuture<String> call(CallLimiter limiter) {
        return limiter.call(PATIENCE, this::begin).toCompletableFuture();
    }

    private CompletionStage<String> begin() {
        CompletableFuture<String> one = new CompletableFuture<>();
        begun.add(one);
        return one;
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await().atMost(30, TimeUnit.SECONDS).until(condition);
    }

    private static String join(CompletableFuture<String> answer) {
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
