// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.supervision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Fail;
import io.millrace.actor.fixture.SingleThread;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SupervisionTest {

    private final Fail fail = new Fail(new IllegalStateException("as asked"));

    private final List<Object> seen = Recorder.list();

    /** Spawns "p", which supervises its child "p/c". */
    private ActorRef<Object> childUnder(SingleThread test, Supervision supervision) {
        AtomicReference<ActorRef<Object>> child = new AtomicReference<>();
        test.system
                .spawn(Recorder.into(Recorder.list()).withSupervision(supervision), "p")
                .tell(
                        (Recorder.Step)
                                context -> child.set(context.spawn(Recorder.into(seen), "c")));
        return child.get();
    }

    @Test
    void restartsWithAFreshInstanceThatKeepsMailboxAndReference() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child = childUnder(test, Supervision.DEFAULT);

            child.tell(
                    (Recorder.Step)
                            context -> {
                                context.self().tell(fail);
                                context.self().tell("behind");
                            });

            assertThat(seen).containsExactly("c started", "c restarting", "c started", "behind");
            assertThat(test.deadLetters).isEmpty();
            assertThat(test.events).contains("failed /p/c", "restarted /p/c");
        }
    }

    @Test
    void resumesWithTheSameInstance() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child = childUnder(test, Supervision.resume());

            child.tell(fail);
            child.tell("next");

            assertThat(seen).containsExactly("c started", "next");
        }
    }

    @Test
    void stopsTheChildOnRequest() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child = childUnder(test, Supervision.stop());

            child.tell(fail);

            assertThat(seen).containsExactly("c started", "c stopping", "c stopped");
        }
    }

    @Test
    void stopsAfterTooManyRestartsWithinTheWindow() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child =
                    childUnder(test, Supervision.restart(2, Duration.ofSeconds(10)));

            child.tell(fail);
            test.time.advance(Duration.ofSeconds(4));
            child.tell(fail);
            test.time.advance(Duration.ofSeconds(6));
            child.tell(fail);
            assertThat(test.events).doesNotContain("stopped /p/c");

            child.tell(fail);

            assertThat(test.events).contains("stopped /p/c");
        }
    }

    @Test
    void doublesTheBackOffUpToTheLongestAndBeginsAnewAfterAQuietTime() {
        try (SingleThread test = new SingleThread()) {
            Supervision backoff =
                    Supervision.backoff(Duration.ofSeconds(1), Duration.ofSeconds(4), 0);
            ActorRef<Object> child = childUnder(test, backoff);

            for (int seconds : List.of(1, 2, 4, 4)) {
                seen.clear();
                child.tell(fail);
                child.tell("waits");
                test.time.advance(Duration.ofSeconds(seconds).minusNanos(1));
                assertThat(seen).isEmpty();
                test.time.advance(Duration.ofNanos(1));
                assertThat(seen).containsExactly("c restarting", "c started", "waits");
            }

            test.time.advance(Duration.ofSeconds(4));
            seen.clear();
            child.tell(fail);
            test.time.advance(Duration.ofSeconds(1));
            assertThat(seen).containsExactly("c restarting", "c started");
        }
    }

    @Test
    void stopsAChildThatWaitsForItsBackOff() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child = childUnder(test, Supervision.backoff());
            child.tell(fail);
            child.tell("waits");

            test.system.stop(child);
            test.time.advance(Duration.ofMinutes(1));

            assertThat(seen).containsExactly("c started", "c stopping", "c stopped");
            assertThat(test.lost()).containsExactly("waits");
        }
    }

    @Test
    void escalatesToTheGrandparentWhoRestartsTheParentWithoutItsChildren() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child = childUnder(test, Supervision.escalate());

            child.tell(fail);

            assertThat(test.events)
                    .containsSubsequence(
                            "failed /p/c", "failed /p", "restarted /p", "stopped /p/c");
        }
    }

    @Test
    void resumesTheChildWhoseFailureWasEscalatedWithItsParent() {
        try (SingleThread test = new SingleThread(Supervision.resume())) {
            ActorRef<Object> child = childUnder(test, Supervision.escalate());

            child.tell(fail);
            child.tell("next");

            assertThat(test.events)
                    .contains("failed /p")
                    .doesNotContain("restarted /p", "stopped /p/c");
            assertThat(seen).containsExactly("c started", "next");
        }
    }

    @Test
    void stopsATopLevelActorWhoseFailureIsEscalated() {
        try (SingleThread test = new SingleThread(Supervision.escalate())) {
            test.system.spawn(Recorder.into(seen), "a").tell(fail);

            assertThat(test.events).endsWith("failed /a", "stopped /a");
        }
    }

    @Test
    void choosesByTheError() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child =
                    childUnder(
                            test,
                            Supervision.decide(error ->
                                    error instanceof IllegalStateException
                                            ? Supervision.resume()
                                            : Supervision.stop()));

            child.tell(fail);
            child.tell("alive");
            child.tell(new Fail(new java.io.IOException("as asked")));

            assertThat(seen).containsExactly("c started", "alive", "c stopping", "c stopped");
        }
    }

    @Test
    void escalatesWhenTheDeciderThrows() {
        try (SingleThread test = new SingleThread(Supervision.stop())) {
            ActorRef<Object> child =
                    childUnder(
                            test,
                            Supervision.decide(error -> {
                                throw new IllegalArgumentException("undecided");
                            }));

            child.tell(fail);

            assertThat(test.events)
                    .endsWith("failed /p/c", "failed /p", "stopped /p/c", "stopped /p");
        }
    }

    @Test
    void takesErrorsOfTheVirtualMachineForFailuresOfTheActor() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> child = childUnder(test, Supervision.DEFAULT);

            child.tell(new Fail(new OutOfMemoryError("as asked")));
            child.tell(new Fail(new StackOverflowError("as asked")));
            child.tell("next");

            assertThat(test.events.stream().filter("restarted /p/c"::equals)).hasSize(2);
            assertThat(seen).endsWith("c started", "next");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void triesAgainWhenAnActorFailsInItsStartEvenWhereOthersResume(boolean inFactory) {
        AtomicInteger attempts = new AtomicInteger();
        Props<Object> props =
                Props.of(() -> {
                    int attempt = attempts.incrementAndGet();
                    if (inFactory && attempt < 3) {
                        throw new IllegalStateException("not yet");
                    }
                    return new Recorder(seen) {
                        @Override
                        public void started(ActorContext<Object> context) throws Exception {
                            if (attempt < 3) {
                                throw new IllegalStateException("not yet");
                            }
                            super.started(context);
                        }
                    };
                });
        try (SingleThread test = new SingleThread(Supervision.resume())) {
            test.system.spawn(props, "a").tell("patient");

            assertThat(seen).endsWith("a started", "patient");
            assertThat(attempts).hasValue(3);
        }
    }

    @Test
    void givesAnActorUpThatNeverStarts() {
        AtomicInteger attempts = new AtomicInteger();
        Props<Object> props =
                Props.of(() -> {
                    attempts.incrementAndGet();
                    throw new IllegalStateException("never");
                });
        try (SingleThread test = new SingleThread(Supervision.resume())) {
            test.system.spawn(props, "a").tell("in vain");

            assertThat(attempts).hasValue(11);
            assertThat(test.events).endsWith("stopped /a");
            assertThat(test.lost()).containsExactly("in vain");
        }
    }

    @Test
    void holdsTheChildrenOfAFailedActorBackUntilItIsWell() {
        try (SingleThread test = new SingleThread()) {
            AtomicReference<ActorRef<Object>> grandchild = new AtomicReference<>();
            ActorRef<Object> child = childUnder(test, Supervision.resume());
            child.tell(
                    (Recorder.Step)
                            context -> grandchild.set(context.spawn(Recorder.into(seen), "g")));
            seen.clear();

            child.tell(
                    (Recorder.Step)
                            context -> {
                                grandchild.get().tell(fail);
                                throw new IllegalStateException("as asked");
                            });
            grandchild.get().tell("next");

            assertThat(seen).containsExactly("g restarting", "g started", "next");
        }
    }

    @Test
    void endsWithTheLifeWhatTheLifeHasAskedFor() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> other = test.system.spawn(Recorder.into(Recorder.list()), "o");
            ActorRef<Object> child = childUnder(test, Supervision.DEFAULT);
            var stage = new java.util.concurrent.CompletableFuture<String>();
            child.tell(
                    (Recorder.Step)
                            context -> {
                                context.schedule(Duration.ofSeconds(1), "timer");
                                context.setReceiveTimeout(Duration.ofSeconds(1), "idle");
                                context.watch(other);
                                context.reenter(stage, (value, error) -> seen.add("continuation"));
                                context.spawn(Recorder.into(seen), "g");
                            });
            seen.clear();

            child.tell(fail);
            test.time.advance(Duration.ofSeconds(5));
            test.system.stop(other);
            stage.complete("too late");

            assertThat(seen)
                    .containsExactly("c restarting", "g stopping", "g stopped", "c started");
            assertThat(test.deadLetters)
                    .singleElement()
                    .extracting(UndeliveredMessage::reason)
                    .isEqualTo(UndeliveredMessage.Reason.ABANDONED);
        }
    }

    /** Spawns "p" with two children, and returns them. */
    private List<ActorRef<Object>> twoUnder(SingleThread test, Supervision supervision) {
        List<ActorRef<Object>> children = new ArrayList<>();
        test.system
                .spawn(Recorder.into(Recorder.list()).withSupervision(supervision), "p")
                .tell(
                        (Recorder.Step)
                                context -> {
                                    children.add(context.spawn(Recorder.into(seen), "one"));
                                    children.add(context.spawn(Recorder.into(seen), "two"));
                                });
        return children;
    }

    @Test
    void restartsAllChildrenForTheFailureOfOne() {
        try (SingleThread test = new SingleThread()) {
            List<ActorRef<Object>> children =
                    twoUnder(test, Supervision.allForOne(Supervision.DEFAULT));

            children.getFirst().tell(fail);
            children.forEach(child -> child.tell("next"));

            assertThat(test.events).contains("restarted /p/one", "restarted /p/two");
            assertThat(seen).endsWith("next", "next");
        }
    }

    @Test
    void stopsAllChildrenForTheFailureOfOne() {
        try (SingleThread test = new SingleThread()) {
            List<ActorRef<Object>> children =
                    twoUnder(test, Supervision.allForOne(Supervision.stop()));

            children.getLast().tell(fail);

            assertThat(test.events).contains("stopped /p/one", "stopped /p/two");
        }
    }

    @Test
    void restartsTheOthersWhenTheBackOffOfTheOneIsOver() {
        try (SingleThread test = new SingleThread()) {
            Duration second = Duration.ofSeconds(1);
            List<ActorRef<Object>> children =
                    twoUnder(test, Supervision.allForOne(Supervision.backoff(second, second, 0)));

            children.getFirst().tell(fail);
            children.getFirst().tell("held back");
            children.getLast().tell("meanwhile");
            assertThat(seen).endsWith("meanwhile");
            test.time.advance(second);

            assertThat(test.events).contains("restarted /p/one", "restarted /p/two");
            assertThat(seen).contains("held back");
        }
    }

    @Test
    void resumesOnlyTheOneThatFailed() {
        try (SingleThread test = new SingleThread()) {
            List<ActorRef<Object>> children =
                    twoUnder(test, Supervision.allForOne(Supervision.resume()));

            children.getFirst().tell(fail);

            assertThat(test.events).doesNotContain("restarted /p/one", "restarted /p/two");
        }
    }

    @Test
    void refusesSettingsThatMakeNoSense() {
        Duration second = Duration.ofSeconds(1);
        assertThatThrownBy(() -> Supervision.restart(0, second))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("maxRestarts");
        assertThatThrownBy(() -> Supervision.restart(1, Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("window");
        assertThatThrownBy(() -> Supervision.backoff(second, Duration.ofMillis(1), 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("longest");
        assertThatThrownBy(() -> Supervision.backoff(second, second, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("jitter");
    }
}
