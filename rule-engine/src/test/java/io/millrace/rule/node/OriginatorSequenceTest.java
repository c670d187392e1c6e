// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.id.DeviceId;
import io.millrace.message.id.EntityId;
import io.millrace.message.id.TimeOrderedUuid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class OriginatorSequenceTest {

    private static final EntityId DEVICE = new DeviceId(TimeOrderedUuid.next()).entity();
    private static final EntityId OTHER = new DeviceId(TimeOrderedUuid.next()).entity();

    private final OriginatorSequence sequence = new OriginatorSequence();
    private final List<String> started = new ArrayList<>();

    @Test
    void aStepStartsWhenTheFormerIsOver() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletionStage<String> first = sequence.then(DEVICE, () -> start("first", slow));
        CompletionStage<String> second =
                sequence.then(DEVICE, () -> start("second", CompletableFuture.completedStage("2")));
        assertThat(started).containsExactly("first");

        slow.complete("1");

        assertThat(started).containsExactly("first", "second");
        assertThat(first.toCompletableFuture()).isCompletedWithValue("1");
        assertThat(second.toCompletableFuture()).isCompletedWithValue("2");
    }

    @Test
    void stepsOfOtherOriginatorsDoNotWait() {
        sequence.then(DEVICE, () -> start("slow", new CompletableFuture<>()));

        CompletionStage<String> other =
                sequence.then(OTHER, () -> start("other", CompletableFuture.completedStage("o")));

        assertThat(other.toCompletableFuture()).isCompletedWithValue("o");
    }

    @Test
    void aFailureIsTheStepsOwn() {
        CompletableFuture<String> slow = new CompletableFuture<>();
        CompletionStage<String> first = sequence.then(DEVICE, () -> slow);
        CompletionStage<String> second =
                sequence.then(
                        DEVICE,
                        () -> {
                            throw new IllegalStateException("at the start");
                        });
        CompletionStage<String> third =
                sequence.then(DEVICE, () -> CompletableFuture.completedStage("3"));

        slow.completeExceptionally(new IllegalStateException("late"));

        assertThat(first.toCompletableFuture())
                .isCompletedExceptionally()
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("late");
        assertThat(second.toCompletableFuture())
                .failsWithin(Duration.ofSeconds(10))
                .withThrowableThat()
                .withMessageContaining("at the start");
        assertThat(third.toCompletableFuture()).isCompletedWithValue("3");
    }

    @Test
    void anyNumberOfStepsMayWaitForASlowOne() {
        CompletableFuture<Integer> slow = new CompletableFuture<>();
        sequence.then(DEVICE, () -> slow);
        List<CompletionStage<Integer>> waiting = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            int value = i;
            waiting.add(sequence.then(DEVICE, () -> CompletableFuture.completedStage(value)));
        }

        slow.complete(-1);

        assertThat(waiting)
                .allSatisfy(step -> assertThat(step.toCompletableFuture()).isCompleted());
    }

    private CompletionStage<String> start(String name, CompletionStage<String> result) {
        started.add(name);
        return result;
    }
}
