// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Headers;
import io.millrace.actor.Props;
import io.millrace.actor.SpawnMiddleware;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Fail;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.system.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pools: routers that make their routees. */
@Timeout(60)
class RouterPoolsTest {

    private static final Fail FAIL = new Fail(new IllegalStateException("as asked"));

    /** The routees and their messages, as "name:message". */
    private final List<Object> received = Recorder.list();

    private final Props<Object> routee =
            Props.of(() ->
                    new Recorder(Recorder.list()) {
                        @Override
                        public void receive(Object message, ActorContext<Object> context)
                                throws Exception {
                            super.receive(message, context);
                            if (!(message instanceof Step)) {
                                received.add(context.name() + ":" + message);
                            }
                        }
                    });

    @Test
    void aPoolRoutesInTurnToItsChildren() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(3, routee, Routing.roundRobin()), "pool");

            for (int i = 0; i < 4; i++) {
                pool.tell(i);
            }

            assertThat(pool.path()).isEqualTo("/pool");
            assertThat(received).containsExactly("$1:0", "$2:1", "$3:2", "$1:3");
            assertThat(test.events).contains("started /pool", "started /pool/$3");
        }
    }

    @Test
    void theRouteesOfAPoolAreThereWhenSpawnReturns() {
        List<Runnable> submitted = new ArrayList<>();
        try (ActorSystem system = ActorSystem.builder("held").dispatcher(submitted::add).build()) {
            ActorRef<Object> pool =
                    system.spawn(
                            Routers.pool(
                                    2,
                                    routee.withMailbox(MailboxKind.bounded(1, Overflow.REJECT)),
                                    Routing.roundRobin()));

            // No actor has run yet, so the mailboxes of the routees take two messages and refuse
            // the third.
            assertThat(pool.offer(1)).isTrue();
            assertThat(pool.offer(2)).isTrue();
            assertThat(pool.offer(3)).isFalse();

            while (!submitted.isEmpty()) {
                submitted.removeFirst().run();
            }
            assertThat(received).containsExactlyInAnyOrder("$1:1", "$2:2");
            system.stop(pool);
            while (!submitted.isEmpty()) {
                submitted.removeFirst().run();
            }
        }
    }

    @Test
    void aRouteeGetsSenderAndHeaders() {
        try (SingleThread test = new SingleThread()) {
            AtomicReference<@Nullable Headers> headers = new AtomicReference<>();
            Props<Object> answering =
                    Props.ofFunction((message, context) -> {
                        headers.set(context.headers());
                        context.respond(message + "!");
                    });
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(2, answering, Routing.roundRobin()));
            Headers sent = Headers.NONE.with("trace", "7");

            test.system.tell(pool, "x", sent);
            assertThat(headers).hasValue(sent);

            assertThat(test.system.ask(pool, "hello", String.class, Duration.ofSeconds(1)))
                    .isCompletedWithValue("hello!");
        }
    }

    @Test
    void aFullRouteeIsARefusalWithoutATryElsewhere() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(
                            Routers.pool(
                                    2,
                                    routee.withMailbox(MailboxKind.bounded(1, Overflow.REJECT)),
                                    Routing.consistentHash(_ -> "same")));
            List<Boolean> taken = new ArrayList<>();

            pool.tell(
                    (Step)
                            _ -> {
                                taken.add(pool.offer(1));
                                taken.add(pool.offer(2));
                                pool.tell(3);
                            });

            assertThat(taken).containsExactly(true, false);
            assertThat(test.deadLetters)
                    .containsExactly(new UndeliveredMessage(pool, 3, Reason.MAILBOX_FULL));
        }
    }

    @Test
    void aPoolLosesTheRouteesThatEndAndEndsWithTheLast() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(2, routee, Routing.roundRobin()), "pool");
            List<Object> watcher = Recorder.list();
            test.system
                    .spawn(Recorder.into(watcher), "w")
                    .tell((Step) context -> context.watch(pool));

            pool.tell((Step) ActorContext::stopSelf);
            pool.tell("a");
            pool.tell("b");
            assertThat(received).containsExactly("$2:a", "$2:b");
            assertThat(watcher).containsExactly("w started");

            pool.tell((Step) ActorContext::stopSelf);
            assertThat(watcher).containsExactly("w started", "w sees the end of /pool");
            assertThat(pool.offer("late")).isFalse();
            assertThat(test.deadLetters).isEmpty();
        }
    }

    @Test
    void aPoolSupervisesItsRoutees() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(
                            Routers.pool(2, routee, Routing.roundRobin())
                                    .withSupervision(Supervision.stop()),
                            "pool");

            pool.tell(FAIL);

            assertThat(test.events).contains("stopped /pool/$1").doesNotContain("stopped /pool");
        }
    }

    @Test
    void messagesBetweenTwoLivesOfAPoolWaitInOrder() {
        Supervision later = Supervision.backoff(Duration.ofSeconds(1), Duration.ofSeconds(1), 0);
        try (SingleThread test = new SingleThread(later)) {
            CountDownLatch ends = new CountDownLatch(1);
            ActorRef<Object> pool =
                    test.system.spawn(
                            Routers.pool(1, routee, Routing.roundRobin())
                                    .withSupervision(Supervision.escalate())
                                    .withReceiveMiddleware((envelope, context, next) -> {
                                        if (envelope.message().equals(1)) {
                                            // The pool has routees again, and 2 and 3 wait.
                                            sendTo(context.self(), 4);
                                        }
                                        next.receive(envelope);
                                    }),
                            "pool");

            pool.tell((Step) context -> speaksAtItsEnd(context, pool, ends));
            pool.tell(FAIL);
            test.time.advance(Duration.ofSeconds(1));

            assertThat(ends.getCount()).isZero();
            assertThat(received).containsExactly("$2:1", "$2:2", "$2:3", "$2:4");
            assertThat(test.events).contains("restarted /pool");
            pool.tell("straight");
            assertThat(received).endsWith("$2:straight");
        }
    }

    @SuppressWarnings("unchecked") // the pool's own address
    private static void sendTo(ActorRef<?> pool, Object message) {
        ((ActorRef<Object>) pool).tell(message);
    }

    /** Makes a child that sends to the pool when it is stopped: at that time the pool has no routees. */
    private static void speaksAtItsEnd(
            ActorContext<Object> context, ActorRef<Object> pool, CountDownLatch ends) {
        context.spawn(
                Props.of(() ->
                        new Actor<Object>() {
                            @Override
                            public void receive(Object message, ActorContext<Object> self) {}

                            @Override
                            public void stopped(ActorContext<Object> self) {
                                pool.tell(1);
                                pool.tell(2);
                                pool.tell(3);
                                ends.countDown();
                            }
                        }));
    }

    @Test
    void stoppingAPoolStopsItsRoutees() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(2, routee, Routing.roundRobin()), "pool");

            test.system.stop(pool);
            pool.tell("late");

            assertThat(test.events)
                    .containsSubsequence("stopped /pool/$1", "stopped /pool")
                    .containsSubsequence("stopped /pool/$2", "stopped /pool");
            assertThat(test.deadLetters)
                    .containsExactly(new UndeliveredMessage(pool, "late", Reason.STOPPED));
        }
    }

    @Test
    void poisoningAPoolLetsEachRouteeProcessWhatItHas() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(2, routee, Routing.roundRobin()), "pool");

            pool.tell(
                    (Step)
                            _ -> {
                                for (int i = 0; i < 4; i++) {
                                    pool.tell(i);
                                }
                                test.system.poison(pool);
                            });

            assertThat(received).containsExactlyInAnyOrder("$2:0", "$1:1", "$2:2", "$1:3");
            assertThat(test.events).containsSubsequence("stopped /pool/$1", "stopped /pool");
            assertThat(test.deadLetters).isEmpty();
        }
    }

    @Test
    void aPoisonedPoolThatIsRestartedEnds() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(
                            Routers.pool(2, routee, Routing.roundRobin())
                                    .withSupervision(Supervision.escalate()),
                            "pool");

            pool.tell(
                    (Step)
                            context -> {
                                test.system.poison(pool);
                                context.self().tell(FAIL);
                            });

            assertThat(test.events).contains("stopped /pool");
        }
    }

    @Test
    void aRefusedRouteeIsARefusalOfThePoolAndLeavesNothingBehind() {
        try (SingleThread test = new SingleThread()) {
            Props<Object> pool =
                    Routers.pool(2, routee, Routing.<Object>random())
                            .withSpawnMiddleware(
                                    new SpawnMiddleware() {
                                        private final AtomicInteger made = new AtomicInteger();

                                        @Override
                                        public <C> Props<C> spawn(
                                                String parent,
                                                @Nullable String name,
                                                Props<C> props) {
                                            if (made.getAndIncrement() == 1) {
                                                throw new IllegalStateException("only one");
                                            }
                                            return props;
                                        }
                                    });

            assertThatThrownBy(() -> test.system.spawn(pool, "pool")).hasMessage("only one");

            assertThat(test.events).contains("stopped /pool/$1", "stopped /pool");
        }
    }

    @Test
    void poolsMayBeRouteesOfPools() {
        try (SingleThread test = new SingleThread()) {
            Props<Object> inner = Routers.pool(2, routee, Routing.roundRobin());
            ActorRef<Object> outer =
                    test.system.spawn(Routers.pool(2, inner, Routing.roundRobin()), "outer");

            for (int i = 0; i < 4; i++) {
                outer.tell(i);
            }
            test.system.poison(outer);

            assertThat(received).containsExactly("$1:0", "$1:1", "$2:2", "$2:3");
            assertThat(test.events).endsWith("stopped /outer");
            assertThat(test.deadLetters).isEmpty();
        }
    }
}
