// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.EntityType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
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
                                    originator(1),
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
        var _ = call(limiter);
        var _ = call(limiter);

        assertThatThrownBy(() -> join(call(limiter)))
                .hasCauseInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining("The node is full: 1 calls run and 1 wait");
    }

    @Test
    void givesUpWaitingAndLeavesItsPlaceToOthers() {
        CallLimiter limiter = new CallLimiter(1, 1);
        var _ = call(limiter);
        CompletableFuture<String> impatient =
                limiter.call(originator(1), Duration.ofMillis(1), this::begin)
                        .toCompletableFuture();
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
                                                    originator(1),
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
                                                    originator(1),
                                                    PATIENCE,
                                                    () ->
                                                            CompletableFuture.failedStage(
                                                                    new IllegalStateException()))
                                            .toCompletableFuture()))
                    .hasRootCauseInstanceOf(IllegalStateException.class);
        }
        var _ = call(limiter);

        assertThat(begun).hasSize(1);
    }

    @Test
    void worksThroughALongQueueOfCallsThatEndAtOnce() {
        CallLimiter limiter = new CallLimiter(1, 10_000);
        CompletableFuture<String> blocker = call(limiter);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            answers.add(
                    limiter.call(
                                    originator(1),
                                    PATIENCE,
                                    () -> CompletableFuture.completedStage("x"))
                            .toCompletableFuture());
        }

        begun.getFirst().complete("go");

        assertThat(join(blocker)).isEqualTo("go");
        assertThat(answers).allSatisfy(answer -> assertThat(join(answer)).isEqualTo("x"));
    }

    @Test
    void anOriginatorWhoseCallsHangLeavesPlacesToOthers() {
        CallLimiter limiter = new CallLimiter(64, 10_000);
        for (int i = 0; i < 100; i++) {
            limiter.call(originator(1), PATIENCE, this::begin);
        }
        int hanging = begun.size();
        // With 21 under way 43 places are free, and half of 43 is 21.
        assertThat(hanging).isEqualTo(21);

        for (int other = 2; other <= 100; other++) {
            assertThat(answerOf(limiter, other)).isEqualTo("x");
        }

        assertThat(begun).hasSize(hanging);
    }

    @Test
    void aCallThatHasWaitedCountsAmongThoseOfItsOriginator() {
        CallLimiter limiter = new CallLimiter(2, 10);
        limiter.call(originator(1), PATIENCE, this::begin);
        limiter.call(originator(2), PATIENCE, this::begin);
        limiter.call(originator(1), PATIENCE, this::begin);
        limiter.call(originator(1), PATIENCE, this::begin);
        begun.get(0).complete("a");
        await(() -> begun.size() == 3);

        begun.get(1).complete("b");

        assertThat(
                        limiter.call(
                                originator(3),
                                PATIENCE,
                                () -> CompletableFuture.completedStage("c")))
                .isCompleted();
        assertThat(begun).hasSize(3);
    }

    @Test
    void aCallThatBeginsLeavesItsPlaceAmongThoseThatWait() {
        CallLimiter limiter = new CallLimiter(1, 1);
        var _ = call(limiter);
        var _ = call(limiter);
        begun.getFirst().complete("a");
        await(() -> begun.size() == 2);

        CompletableFuture<String> waits = call(limiter);

        assertThat(waits).isNotDone();
        assertThatThrownBy(() -> join(call(limiter)))
                .hasMessageContaining("1 calls run and 1 wait");
    }

    private static String answerOf(CallLimiter limiter, int originator) {
        return join(
                limiter.call(
                                originator(originator),
                                PATIENCE,
                                () -> CompletableFuture.completedStage("x"))
                        .toCompletableFuture());
    }

    @Test
    void leavesNoPlaceEmptyWhileCallsWait() {
        CallLimiter limiter = new CallLimiter(64, 10_000);
        for (int call = 0; call < 4; call++) {
            for (int originator = 0; originator < 80; originator++) {
                limiter.call(originator(originator), PATIENCE, this::begin);
            }
        }

        for (int ended = 0; ended < 200; ended++) {
            int begunByNow = 64 + ended;
            await(() -> begun.size() == begunByNow);
            begun.get(ended).complete("done");
        }
    }

    @Test
    void goesRoundFromOriginatorToOriginator() {
        CallLimiter limiter = new CallLimiter(1, 10);
        List<String> order = new CopyOnWriteArrayList<>();
        for (String name : List.of("1a", "1b", "1c", "2a", "3a")) {
            limiter.call(
                    originator(name.charAt(0) - '0'),
                    PATIENCE,
                    () -> {
                        order.add(name);
                        return begin();
                    });
        }
        for (int i = 0; i < 5; i++) {
            int next = i;
            await(() -> begun.size() > next);
            begun.get(i).complete("done");
        }

        assertThat(order).containsExactly("1a", "1b", "2a", "3a", "1c");
    }

    /** Otherwise the limiter would grow with the devices of a tenant. */
    @Test
    void forgetsOriginatorsWithoutRunningOrWaitingCalls() {
        CallLimiter limiter = new CallLimiter(1, 1);
        join(answerTo(originator(1), limiter, PATIENCE));
        assertThat(limiter.callers()).isZero();

        var _ = call(limiter);
        assertThatThrownBy(() -> join(answerTo(originator(2), limiter, Duration.ofMillis(1))))
                .hasCauseInstanceOf(TimeoutException.class);
        assertThat(limiter.callers()).isEqualTo(1);

        var _ = call(limiter);
        assertThatThrownBy(() -> join(answerTo(originator(3), limiter, PATIENCE)))
                .hasCauseInstanceOf(RejectedExecutionException.class);
        assertThat(limiter.callers()).isEqualTo(2);
    }

    private static CompletableFuture<String> answerTo(
            EntityId originator, CallLimiter limiter, Duration patience) {
        return limiter.call(originator, patience, () -> CompletableFuture.completedStage("x"))
                .toCompletableFuture();
    }

    /** A call for an originator without earlier calls. */
    private CompletableFuture<String> call(CallLimiter limiter) {
        return limiter.call(originator(1_000 + begun.size()), PATIENCE, this::begin)
                .toCompletableFuture();
    }

    private static EntityId originator(int number) {
        return new EntityId(EntityType.DEVICE, new UUID(0, number));
    }

    private CompletionStage<String> begin() {
        CompletableFuture<String> one = new CompletableFuture<>();
        begun.add(one);
        return one;
    }

    private static void await(Callable<Boolean> condition) {
        Awaitility.await()
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .atMost(30, TimeUnit.SECONDS)
                .until(condition);
    }

    private static String join(CompletableFuture<String> answer) {
        return answer.orTimeout(30, TimeUnit.SECONDS).join();
    }
}
