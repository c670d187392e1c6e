// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.time.Cancellable;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TimersTest {

    private final SingleThread test = new SingleThread();
    private final List<Object> seen = Recorder.list();
    private final ActorRef<Object> ref = test.system.spawn(Recorder.into(seen), "a");

    TimersTest() {
        seen.clear();
    }

    @AfterEach
    void stop() {
        test.close();
    }

    private void inside(Recorder.Step step) {
        ref.tell(step);
    }

    private void pass(Duration time) {
        test.time.advance(time);
    }

    @Test
    void tellsAScheduledMessageWhenItIsDue() {
        inside(context -> context.schedule(Duration.ofSeconds(2), "due"));

        pass(Duration.ofSeconds(2).minusNanos(1));
        assertThat(seen).isEmpty();
        pass(Duration.ofNanos(1));
        assertThat(seen).containsExactly("due");
    }

    @Test
    void cancelsAScheduledMessageOnceAndOnlyBeforeItIsDue() {
        AtomicReference<Cancellable> first = new AtomicReference<>();
        AtomicReference<Cancellable> second = new AtomicReference<>();
        inside(context -> first.set(context.schedule(Duration.ofSeconds(1), "first")));
        inside(context -> second.set(context.schedule(Duration.ofSeconds(2), "second")));

        pass(Duration.ofSeconds(1));

        assertThat(first.get().cancel()).isFalse();
        assertThat(second.get().cancel()).isTrue();
        assertThat(second.get().cancel()).isFalse();
        pass(Duration.ofSeconds(5));
        assertThat(seen).containsExactly("first");
    }

    @Test
    void callsScheduledMessagesOffWhenTheActorStops() {
        inside(context -> context.schedule(Duration.ofSeconds(1), "due"));

        test.system.stop(ref);
        pass(Duration.ofSeconds(5));

        assertThat(seen).containsExactly("a stopping", "a stopped");
        assertThat(test.deadLetters).isEmpty();
    }

    @Test
    void tellsAMessageAtAFixedRateUntilItIsCalledOff() {
        AtomicReference<Cancellable> timer = new AtomicReference<>();
        Duration second = Duration.ofSeconds(1);
        inside(context ->
                timer.set(context.scheduleAtFixedRate(Duration.ofMillis(500), second, "tick")));

        pass(Duration.ofMillis(2_500));
        assertThat(seen).containsExactly("tick", "tick", "tick");

        assertThat(timer.get().cancel()).isTrue();
        assertThat(timer.get().cancel()).isFalse();
        pass(second.multipliedBy(5));
        assertThat(seen).hasSize(3);
    }

    @Test
    void callsMessagesAtAFixedRateOffWhenTheActorStops() {
        Duration second = Duration.ofSeconds(1);
        inside(context -> context.scheduleAtFixedRate(second, second, "tick"));

        test.system.stop(ref);
        pass(second.multipliedBy(5));

        assertThat(seen).containsExactly("a stopping", "a stopped");
        assertThat(test.deadLetters).isEmpty();
    }

    private record Quiet() implements NotInfluenceReceiveTimeout {}

    @Test
    void doesNotPutTheReceiveTimeoutOffWithAMessageThatIsMarkedSo() {
        inside(context -> context.setReceiveTimeout(Duration.ofSeconds(10), "idle"));

        pass(Duration.ofSeconds(6));
        ref.tell(new Quiet());
        pass(Duration.ofSeconds(4));

        assertThat(seen).containsExactly(new Quiet(), "idle");
    }

    @Test
    void repeatsTheReceiveTimeoutAndPutsItOffWithEveryMessage() {
        inside(context -> context.setReceiveTimeout(Duration.ofSeconds(10), "idle"));

        pass(Duration.ofSeconds(6));
        ref.tell("message");
        pass(Duration.ofSeconds(9));
        assertThat(seen).containsExactly("message");

        pass(Duration.ofSeconds(1));
        assertThat(seen).containsExactly("message", "idle");
        pass(Duration.ofSeconds(20));
        assertThat(seen).containsExactly("message", "idle", "idle", "idle");
    }

    @Test
    void replacesAndCancelsTheReceiveTimeout() {
        inside(context -> context.setReceiveTimeout(Duration.ofSeconds(1), "first"));
        inside(context -> context.setReceiveTimeout(Duration.ofSeconds(3), "second"));

        pass(Duration.ofSeconds(3));
        assertThat(seen).containsExactly("second");

        inside(ActorContext::cancelReceiveTimeout);
        pass(Duration.ofSeconds(30));
        assertThat(seen).containsExactly("second");
    }

    @Test
    void refusesAReceiveTimeoutOfNoTime() {
        inside(context ->
                assertThatThrownBy(() -> context.setReceiveTimeout(Duration.ZERO, "idle"))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageContaining("idle"));
        assertThat(test.events).doesNotContain("failed /a");
    }

    @Test
    void runsAContinuationInsideTheActorWhileOthersMayRunBefore() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        inside(context ->
                context.reenter(stage, (value, error) -> seen.add(context.children() + value)));

        ref.tell("between");
        stage.complete(" done");

        assertThat(seen).containsExactly("between", "[] done");
    }

    @Test
    void givesTheContinuationTheErrorItself() {
        IllegalStateException error = new IllegalStateException("as asked");
        CompletableFuture<String> stage = new CompletableFuture<>();
        inside(context ->
                context.reenter(stage.thenApply(String::length), (_, thrown) -> seen.add(thrown)));

        stage.completeExceptionally(error);

        assertThat(seen).containsExactly(error);
    }

    @Test
    void takesWhatAContinuationThrowsForAFailureOfTheActor() {
        inside(context ->
                context.reenter(
                        CompletableFuture.completedStage("value"),
                        (value, error) -> {
                            throw new IllegalStateException("as asked");
                        }));

        assertThat(test.events).contains("failed /a", "restarted /a");
    }

    record Question(String text, Consumer<String> answer) {}

    private final Props<Question> echo =
            Props.of(() ->
                    (question, _) -> {
                        if (!question.text.isEmpty()) {
                            question.answer.accept("re: " + question.text);
                            question.answer.accept("again");
                        }
                    });

    @Test
    void asksAndGetsTheFirstAnswer() {
        ActorRef<Question> other = test.system.spawn(echo, "echo");

        CompletionStage<String> answer = ask(other, "hello");

        assertThat(answer.toCompletableFuture()).isCompletedWithValue("re: hello");
    }

    @Test
    void failsAnAskThatIsNotAnsweredInTime() {
        ActorRef<Question> other = test.system.spawn(echo, "echo");

        CompletionStage<String> answer = ask(other, "");
        assertThat(answer.toCompletableFuture()).isNotDone();
        pass(Duration.ofSeconds(1));

        assertThat(answer.toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(TimeoutException.class)
                .withMessageContaining("/echo");
    }

    @Test
    void failsAnAskAtOnceWhenTheActorHasEnded() {
        ActorRef<Question> other = test.system.spawn(echo, "echo");
        test.system.stop(other);

        assertThat(ask(other, "hello").toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RejectedExecutionException.class);
        assertThat(test.deadLetters).isEmpty();
    }

    @Test
    void failsTheAsksThatWaitWhenTheSystemEnds() {
        ActorRef<Question> other = test.system.spawn(echo, "echo");
        CompletionStage<String> answer = ask(other, "");

        test.system.close();

        assertThat(answer.toCompletableFuture())
                .failsWithin(Duration.ZERO)
                .withThrowableOfType(ExecutionException.class)
                .withCauseInstanceOf(RejectedExecutionException.class);
    }

    private CompletionStage<String> ask(ActorRef<Question> other, String text) {
        return test.system.<Question, String>ask(
                other, answer -> new Question(text, answer), Duration.ofSeconds(1));
    }
}
