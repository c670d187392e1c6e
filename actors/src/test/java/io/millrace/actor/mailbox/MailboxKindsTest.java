// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.system.ActorSystem;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class MailboxKindsTest {

    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<Object> seen = Recorder.list();

    @Test
    void theMoreImportantMessagesComeFirstAndTheirOrderIsKept() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> actor = test.system.spawn(recorder(byLength()), "a");

            actor.tell(
                    (Step)
                            context -> {
                                seen.clear();
                                List.of("long one", "b", "mid", "a", "long two")
                                        .forEach(context.self()::tell);
                            });

            assertThat(seen).containsExactly("b", "a", "mid", "long one", "long two");
        }
    }

    @Test
    void anActorWithPrioritiesIsPoisonedAfterAllThatItHas() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> actor = test.system.spawn(recorder(byLength()), "a");

            actor.tell(
                    (Step)
                            context -> {
                                context.self().tell("long one");
                                test.system.poison(context.self());
                                context.self().tell("b");
                            });

            assertThat(seen)
                    .containsExactly("a started", "b", "long one", "a stopping", "a stopped");
        }
    }

    @Test
    void prioritiesMayHaveABoundForAllLevelsTogether() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> actor =
                    test.system.spawn(recorder(byLength().bounded(2, Overflow.REJECT)), "a");

            actor.tell(
                    (Step)
                            context -> {
                                seen.clear();
                                assertThat(context.self().offer("long one")).isTrue();
                                assertThat(context.self().offer("b")).isTrue();
                                assertThat(context.self().offer("a")).isFalse();
                            });

            assertThat(seen).containsExactly("b", "long one");
        }
    }

    private static MailboxKind.Priority byLength() {
        return MailboxKind.priority(
                3, message -> message instanceof String text ? text.length() / 2 : 0);
    }

    private Props<Object> recorder(MailboxKind mailbox) {
        return Recorder.into(seen).withMailbox(mailbox);
    }

    @Test
    void aCallerFromOutsideWaitsForAPlace() throws InterruptedException {
        try (ActorSystem system = ActorSystem.create("test")) {
            CountDownLatch gate = new CountDownLatch(1);
            ActorRef<Object> actor = held(system, gate, LONG);
            actor.tell("one");
            Thread caller = Thread.ofPlatform().start(() -> actor.tell("two"));
            await().until(() -> caller.getState() == Thread.State.TIMED_WAITING);

            gate.countDown();
            caller.join();

            await().untilAsserted(
                            () -> assertThat(seen).containsExactly("a started", "one", "two"));
        }
    }

    @Test
    void aCallerWhoHasWaitedLongEnoughKeepsItsMessage() {
        try (ActorSystem system = ActorSystem.create("test")) {
            CountDownLatch gate = new CountDownLatch(1);
            ActorRef<Object> actor = held(system, gate, Duration.ofMillis(1));
            actor.tell("one");

            assertThat(actor.offer("two")).isFalse();
            gate.countDown();
        }
    }

    @Test
    void anActorDoesNotWaitForAPlace() {
        try (ActorSystem system = ActorSystem.create("test")) {
            CountDownLatch gate = new CountDownLatch(1);
            ActorRef<Object> full = held(system, gate, LONG);
            full.tell("one");
            List<Object> taken = Recorder.list();

            system.spawn(Props.ofFunction((_, _) -> taken.add(full.offer("two"))), "other").tell(1);

            await().untilAsserted(() -> assertThat(taken).containsExactly(false));
            gate.countDown();
        }
    }

    /** An actor with one place that processes its message until the gate opens. */
    private ActorRef<Object> held(ActorSystem system, CountDownLatch gate, Duration atMost) {
        CountDownLatch entered = new CountDownLatch(1);
        ActorRef<Object> actor = system.spawn(recorder(MailboxKind.waiting(1, atMost)), "a");
        actor.tell(
                (Step)
                        _ -> {
                            entered.countDown();
                            gate.await();
                        });
        await().until(() -> entered.getCount() == 0);
        return actor;
    }

    @Test
    void aListenerIsNotifiedOfEventsOfTheMailbox() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> actor =
                    test.system.spawn(
                            Recorder.into(Recorder.list())
                                    .withMailbox(MailboxKind.bounded(1, Overflow.REJECT))
                                    .withMailboxListener(new Noting()),
                            "a");

            actor.tell("one");
            Step step =
                    context -> {
                        context.self().tell("two");
                        context.self().tell("too many");
                    };
            actor.tell(step);

            assertThat(seen)
                    .containsExactly(
                            "started",
                            "posted one",
                            "received one",
                            "empty",
                            "posted " + step,
                            "received " + step,
                            "posted two",
                            "received two",
                            "empty");
        }
    }

    private final class Noting implements MailboxListener {
        @Override
        public void started() {
            seen.add("started");
        }

        @Override
        public void posted(Object message) {
            seen.add("posted " + message);
        }

        @Override
        public void received(Object message) {
            seen.add("received " + message);
        }

        @Override
        public void empty() {
            seen.add("empty");
        }
    }

    @Test
    void refusesKindsThatMakeNoSense() {
        assertThatIllegalArgumentException().isThrownBy(() -> MailboxKind.priority(1, _ -> 0));
        assertThatIllegalArgumentException().isThrownBy(() -> MailboxKind.waiting(0, LONG));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MailboxKind.waiting(1, Duration.ofMillis(-1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> byLength().bounded(1, Overflow.DROP_OLDEST));
    }
}
