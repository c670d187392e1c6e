// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.Actor;
import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Headers;
import io.millrace.actor.Props;
import io.millrace.actor.SpawnMiddleware;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.Recorder.Fail;
import io.millrace.actor.fixture.Recorder.Step;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.mailbox.MailboxKind;
import io.millrace.actor.mailbox.Overflow;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.StopReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class RoutersTest {

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

    private static List<ActorRef<Object>> recorders(SingleThread test, List<List<Object>> seen) {
        return IntStream.range(0, seen.size())
                .mapToObj(i -> test.system.spawn(Recorder.into(seen.get(i)), "r" + i))
                .toList();
    }

    private static List<List<Object>> lists(int count) {
        return Stream.generate(Recorder::list).limit(count).toList();
    }

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
    void aGroupTakesOutThoseThatEndAndStaysWhenNoneIsLeft() {
        try (SingleThread test = new SingleThread()) {
            List<List<Object>> got = lists(2);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.roundRobin()), "group");

            test.system.stop(routees.getFirst());
            group.tell("a");
            group.tell("b");
            assertThat(got.get(1)).containsExactly("r1 started", "a", "b");

            test.system.stop(routees.get(1));
            group.tell("c");
            assertThat(test.deadLetters)
                    .containsExactly(new UndeliveredMessage(group, "c", Reason.STOPPED));
            assertThat(test.events).doesNotContain("stopped /group");
        }
    }

    @Test
    void poisoningAGroupLeavesItsRouteesAlone() {
        try (SingleThread test = new SingleThread()) {
            List<List<Object>> got = lists(1);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.roundRobin()), "group");

            test.system.poison(group);

            assertThat(test.events).contains("stopped /group").doesNotContain("stopped /r0");
            assertThat(group.offer("late")).isFalse();
            assertThat(routees.getFirst().offer("direct")).isTrue();
        }
    }

    @Test
    void broadcastReachesAllAndIsTakenOnlyWhenAllTakeIt() {
        try (SingleThread test = new SingleThread()) {
            List<Object> wide = Recorder.list();
            List<Object> narrow = Recorder.list();
            ActorRef<Object> second =
                    test.system.spawn(
                            Recorder.into(narrow)
                                    .withMailbox(MailboxKind.bounded(1, Overflow.REJECT)),
                            "narrow");
            ActorRef<Object> group =
                    test.system.spawn(
                            Routers.group(
                                    List.of(test.system.spawn(Recorder.into(wide), "wide"), second),
                                    Routing.broadcast()));
            List<Boolean> taken = new ArrayList<>();

            second.tell(
                    (Step)
                            _ -> {
                                taken.add(group.offer(1));
                                taken.add(group.offer(2));
                            });

            assertThat(taken).containsExactly(true, false);
            assertThat(wide).containsExactly("wide started", 1, 2);
            assertThat(narrow).containsExactly("narrow started", 1);
        }
    }

    @Test
    void ofTheAnswersToABroadcastTheFirstCounts() {
        try (SingleThread test = new SingleThread()) {
            Props<Object> answering =
                    Props.ofFunction((_, context) -> context.respond(context.name()));
            ActorRef<Object> pool =
                    test.system.spawn(Routers.pool(3, answering, Routing.broadcast()));

            assertThat(test.system.ask(pool, "who", String.class, Duration.ofSeconds(1)))
                    .isCompletedWithValue("$1");
            assertThat(test.lost()).containsExactly("$2", "$3");
        }
    }

    @Test
    void theSmallestMailboxIsAnIdleOneAndElseTheShortest() {
        try (SingleThread test = new SingleThread()) {
            List<List<Object>> got = lists(3);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.smallestMailbox()));
            ActorRef<Object> busy = routees.getFirst();

            busy.tell(
                    (Step)
                            _ -> {
                                routees.get(1).tell("load");
                                routees.get(1).tell("load");
                                group.tell("to the idle one");
                                group.tell("to one of one");
                                group.tell("to one of one");
                            });

            assertThat(got.get(2)).contains("to the idle one");
            assertThat(got.get(1)).containsExactly("r1 started", "load", "load");
        }
    }

    @Test
    void aKeyKeepsItsRouteeAndAnEndMovesOnlyTheKeysOfItsRoutee() {
        try (SingleThread test = new SingleThread()) {
            int routeeCount = 8;
            int keys = 8_000;
            List<List<Object>> got = lists(routeeCount);
            List<ActorRef<Object>> routees = recorders(test, got);
            ActorRef<Object> group =
                    test.system.spawn(Routers.group(routees, Routing.consistentHash(key -> key)));

            Map<Object, Integer> before = ownersOf(group, keys, got);
            assertThat(ownersOf(group, keys, got)).isEqualTo(before);
            Map<Integer, Long> shares =
                    before.values().stream().collect(groupingBy(owner -> owner, counting()));
            assertThat(shares).hasSize(routeeCount);
            assertThat(shares.values()).allMatch(share -> share > 500 && share < 1_600);

            test.system.stop(routees.get(3));
            Map<Object, Integer> after = ownersOf(group, keys, got);

            before.forEach((key, owner) -> {
                if (owner == 3) {
                    assertThat(after.get(key)).isNotEqualTo(3);
                } else {
                    assertThat(after.get(key)).isEqualTo(owner);
                }
            });
        }
    }

    private static Map<Object, Integer> ownersOf(
            ActorRef<Object> group, int keys, List<List<Object>> got) {
        got.forEach(List::clear);
        for (int key = 0; key < keys; key++) {
            group.tell("key-" + key);
        }
        Map<Object, Integer> owners = new ConcurrentHashMap<>();
        for (int i = 0; i < got.size(); i++) {
            for (Object key : got.get(i)) {
                owners.put(key, i);
            }
        }
        return owners;
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

    static List<Routing<Integer>> routings() {
        return List.of(
                Routing.roundRobin(),
                Routing.random(),
                Routing.consistentHash(number -> number),
                Routing.smallestMailbox());
    }

    /** Routees fail and end, the pool restarts; each message still has exactly one result. */
    @ParameterizedTest
    @MethodSource("routings")
    void accountsForEachMessageOnce(Routing<Integer> routing) throws InterruptedException {
        int perSender = 10_000;
        int senders = 4;
        AtomicIntegerArray fate = new AtomicIntegerArray(perSender * senders);
        AtomicInteger processed = new AtomicInteger();
        Dispatcher pool = Dispatchers.pool("routers", 3, new Budget(8, Duration.ofNanos(50_000)));
        ActorSystem system =
                ActorSystem.builder("routers")
                        .dispatcher(pool)
                        .supervision(Supervision.restart(1_000_000, Duration.ofSeconds(60)))
                        .deadLetterListener(letter -> {
                            if (letter.message() instanceof Integer number) {
                                fate.getAndIncrement(number);
                            }
                        })
                        .build();
        Props<Integer> worker =
                Props.<Integer>ofFunction(
                                (number, context) -> {
                                    fate.getAndIncrement(number);
                                    processed.getAndIncrement();
                                    if (number % 997 == 0) {
                                        throw new IllegalStateException("fails");
                                    }
                                    if (number % 3_001 == 0) {
                                        context.stopSelf();
                                    }
                                })
                        .withMailbox(MailboxKind.bounded(500, Overflow.REJECT));
        ActorRef<Integer> router =
                system.spawn(
                        Routers.pool(40, worker, routing)
                                .withSupervision(
                                        Supervision.decide(error ->
                                                System.identityHashCode(error) % 2 == 0
                                                        ? Supervision.escalate()
                                                        : Supervision.restart(
                                                                1_000_000,
                                                                Duration.ofSeconds(60)))));

        CountDownLatch done = new CountDownLatch(senders);
        for (int sender = 0; sender < senders; sender++) {
            int first = sender * perSender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = first; i < first + perSender; i++) {
                            if (i % 2 == 0) {
                                router.tell(i);
                            } else if (!router.offer(i)) {
                                fate.getAndIncrement(i);
                            }
                        }
                        done.countDown();
                    });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        StopReport report = system.stop(Duration.ofSeconds(30));
        pool.close();

        assertThat(report.actorsLeft()).isZero();
        assertThat(processed).hasPositiveValue();
        for (int i = 0; i < fate.length(); i++) {
            assertThat(fate.get(i)).as("message %s", i).isEqualTo(1);
        }
    }

    @Test
    void aBroadcastOfManySendersReachesEachRouteeOnce() throws InterruptedException {
        int routees = 3;
        int perSender = 10_000;
        int senders = 4;
        AtomicIntegerArray got = new AtomicIntegerArray(perSender * senders);
        Dispatcher pool = Dispatchers.pool("broadcast", 3);
        ActorSystem system = ActorSystem.builder("broadcast").dispatcher(pool).build();
        Props<Integer> counting = Props.ofFunction((number, _) -> got.getAndIncrement(number));
        List<ActorRef<Integer>> members =
                Stream.generate(() -> system.spawn(counting)).limit(routees).toList();
        ActorRef<Integer> group = system.spawn(Routers.group(members, Routing.broadcast()));

        CountDownLatch done = new CountDownLatch(senders);
        for (int sender = 0; sender < senders; sender++) {
            int first = sender * perSender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = first; i < first + perSender; i++) {
                            group.tell(i);
                        }
                        done.countDown();
                    });
        }
        assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(system.stop(Duration.ofSeconds(30)).isClean()).isTrue();
        pool.close();

        for (int i = 0; i < got.length(); i++) {
            assertThat(got.get(i)).as("message %s", i).isEqualTo(routees);
        }
    }

    /** With one routee the messages of a sender must arrive in order, also through restarts. */
    @Test
    void noMessageOvertakesAnotherOfItsSenderAcrossRestarts() throws InterruptedException {
        record From(int sender, int number) {}
        int senders = 3;
        int perSender = 20_000;
        Map<Integer, Integer> last = new ConcurrentHashMap<>();
        AtomicInteger disorder = new AtomicInteger();
        AtomicInteger fates = new AtomicInteger();
        Dispatcher pool = Dispatchers.pool("order", 3, new Budget(8, Duration.ofNanos(50_000)));
        ActorSystem system =
                ActorSystem.builder("order")
                        .dispatcher(pool)
                        .supervision(Supervision.restart(1_000_000, Duration.ofSeconds(60)))
                        .deadLetterListener(_ -> fates.getAndIncrement())
                        .build();
        Props<From> routee =
                Props.ofFunction((message, _) -> {
                    fates.getAndIncrement();
                    Integer before = last.put(message.sender, message.number);
                    if (before != null && before > message.number) {
                        disorder.getAndIncrement();
                    }
                    if (message.number % 1_000 == 0) {
                        throw new IllegalStateException("fails");
                    }
                });
        ActorRef<From> router =
                system.spawn(
                        Routers.pool(1, routee, Routing.roundRobin())
                                .withSupervision(Supervision.escalate()));

        for (int sender = 0; sender < senders; sender++) {
            int from = sender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = 0; i < perSender; i++) {
                            router.tell(new From(from, i));
                        }
                    });
        }
        await().atMost(Duration.ofSeconds(30)).until(() -> fates.get() == senders * perSender);
        assertThat(system.stop(Duration.ofSeconds(30)).actorsLeft()).isZero();
        pool.close();

        assertThat(disorder).hasValue(0);
    }
}
