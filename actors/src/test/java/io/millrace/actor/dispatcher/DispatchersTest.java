// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.dispatcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.system.ActorSystem;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class DispatchersTest {

    @Test
    void runsOnTheCallingThreadWithoutRecursion() {
        Dispatcher dispatcher = Dispatchers.callingThread();
        List<String> order = new ArrayList<>();

        dispatcher.execute(() -> {
            dispatcher.execute(() -> order.add("second"));
            order.add("first");
        });

        assertThat(order).containsExactly("first", "second");
    }

    @Test
    void passesAMessageThroughALongChainOnOneStack() {
        try (SingleThread test = new SingleThread()) {
            AtomicInteger arrived = new AtomicInteger();
            ActorRef<Integer> next =
                    test.system.spawn(
                            Props.of(() -> (message, _) -> arrived.addAndGet(message)), "end");
            for (int i = 0; i < 20_000; i++) {
                ActorRef<Integer> after = next;
                next =
                        test.system.spawn(
                                Props.of(() -> (message, _) -> after.tell(message + 1)), "a" + i);
            }

            next.tell(0);

            assertThat(arrived).hasValue(20_000);
        }
    }

    @Test
    void namesTheThreadsOfAPoolAndMakesThemDaemons() {
        try (Dispatcher pool = Dispatchers.pool("role", 2)) {
            Set<String> names = ConcurrentHashMap.newKeySet();
            for (int i = 0; i < 100; i++) {
                pool.execute(() -> {
                    if (Thread.currentThread().isDaemon()) {
                        names.add(Thread.currentThread().getName());
                    }
                });
            }

            awaitSoon().until(() -> !names.isEmpty());
            assertThat(names).isSubsetOf("role-1", "role-2");
        }
    }

    @Test
    void goesOnWhenATaskThrows() throws InterruptedException {
        try (Dispatcher pool = Dispatchers.pool("throwing", 1)) {
            CountDownLatch ran = new CountDownLatch(1);

            pool.execute(() -> {
                throw new OutOfMemoryError("as asked");
            });
            pool.execute(ran::countDown);

            assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void doesNotPassAnInterruptionOnToTheNextTask() throws InterruptedException {
        try (Dispatcher pool = Dispatchers.pool("interrupted", 1)) {
            AtomicBoolean interrupted = new AtomicBoolean(true);
            CountDownLatch ran = new CountDownLatch(1);

            pool.execute(() -> Thread.currentThread().interrupt());
            pool.execute(() -> {
                interrupted.set(Thread.currentThread().isInterrupted());
                ran.countDown();
            });

            assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(interrupted).isFalse();
        }
    }

    @Test
    void takesALoneTaskOverFromAWorkerThatIsHeldUp() throws InterruptedException {
        try (Dispatcher pool = Dispatchers.pool("held", 2)) {
            for (int round = 0; round < 200; round++) {
                CountDownLatch release = new CountDownLatch(1);
                CountDownLatch released = new CountDownLatch(1);

                pool.execute(() -> {
                    pool.execute(release::countDown);
                    awaitQuietly(release);
                    released.countDown();
                });

                assertThat(released.await(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void usesAllItsThreads() throws InterruptedException {
        try (Dispatcher pool = Dispatchers.pool("all", 4)) {
            for (int round = 0; round < 50; round++) {
                CountDownLatch together = new CountDownLatch(4);
                CountDownLatch done = new CountDownLatch(4);

                pool.execute(() -> {
                    for (int i = 0; i < 4; i++) {
                        pool.execute(() -> {
                            together.countDown();
                            awaitQuietly(together);
                            done.countDown();
                        });
                    }
                });

                assertThat(done.await(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void sleepsWithoutAnAlarmWhenThereIsNothingToDo() {
        try (Dispatcher pool = Dispatchers.pool("silent", 3)) {
            Set<Thread> threads = ConcurrentHashMap.newKeySet();
            while (threads.size() < 3) {
                pool.execute(() -> threads.add(Thread.currentThread()));
            }

            awaitSoon()
                    .until(() ->
                            threads.stream()
                                    .allMatch(each -> each.getState() == Thread.State.WAITING));
        }
    }

    @Test
    void runsEveryTaskThatIsSubmittedFromWithinAndWithout() throws InterruptedException {
        int outside = 4;
        int tasks = 20_000;
        int more = 3;
        CountDownLatch ran = new CountDownLatch(outside * tasks * (1 + more));
        try (Dispatcher pool = Dispatchers.pool("many", 3)) {
            Runnable task =
                    () -> {
                        for (int i = 0; i < more; i++) {
                            pool.execute(ran::countDown);
                        }
                        ran.countDown();
                    };
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < outside; i++) {
                threads.add(
                        Thread.ofPlatform()
                                .start(() -> {
                                    for (int k = 0; k < tasks; k++) {
                                        pool.execute(task);
                                    }
                                }));
            }

            assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void wakesUpForEveryLoneTaskAfterAPause() throws InterruptedException {
        try (Dispatcher pool = Dispatchers.pool("lone", 2)) {
            for (int i = 0; i < 20_000; i++) {
                CountDownLatch ran = new CountDownLatch(1);
                pool.execute(ran::countDown);
                assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
            }
        }
    }

    @Test
    void runsWhatItHasTakenBeforeItClosesAndRefusesTheRest() throws InterruptedException {
        for (int round = 0; round < 20; round++) {
            Dispatcher pool = Dispatchers.pool("closing", 2);
            AtomicInteger ran = new AtomicInteger();
            AtomicInteger taken = new AtomicInteger();
            AtomicBoolean refused = new AtomicBoolean();
            Thread submitter =
                    Thread.ofPlatform()
                            .start(() -> {
                                try {
                                    while (true) {
                                        pool.execute(ran::incrementAndGet);
                                        taken.incrementAndGet();
                                    }
                                } catch (RejectedExecutionException _) {
                                    refused.set(true);
                                }
                            });
            awaitSoon().until(() -> taken.get() > 100);

            pool.close();

            submitter.join(10_000);
            assertThat(refused).isTrue();
            awaitSoon().untilAsserted(() -> assertThat(ran).hasValue(taken.get()));
        }
    }

    @Test
    void letsManyQuietActorsThroughBesideOneThatIsFlooded() throws InterruptedException {
        int quiet = 1000;
        CountDownLatch answered = new CountDownLatch(quiet);
        AtomicBoolean flooding = new AtomicBoolean(true);
        try (ActorSystem system =
                ActorSystem.builder("fair").dispatcher(Dispatchers.pool("fair", 1)).build()) {
            ActorRef<Object> flooded =
                    system.spawn(
                            Props.of(() ->
                                    (message, context) -> {
                                        if (flooding.get()) {
                                            context.self().tell(message);
                                        }
                                    }),
                            "flooded");
            for (int i = 0; i < 1000; i++) {
                flooded.tell(i);
            }

            for (int i = 0; i < quiet; i++) {
                system.spawn(Props.<Object>of(() -> (_, _) -> answered.countDown()), "quiet-" + i)
                        .tell("");
            }

            assertThat(answered.await(20, TimeUnit.SECONDS)).isTrue();
            flooding.set(false);
        }
    }

    @Test
    void letsAnActorOnVirtualThreadsBlockWithoutHoldingUpTheOthers() throws InterruptedException {
        int actors = 200;
        CountDownLatch allEntered = new CountDownLatch(actors);
        List<Boolean> virtual = new CopyOnWriteArrayList<>();
        try (Dispatcher dispatcher = Dispatchers.virtualThreads("blocking");
                ActorSystem system = ActorSystem.create("test")) {
            for (int i = 0; i < actors; i++) {
                system.spawn(
                                Props.ofFunction(
                                                (_, _) -> {
                                                    virtual.add(Thread.currentThread().isVirtual());
                                                    allEntered.countDown();
                                                    allEntered.await();
                                                })
                                        .withDispatcher(dispatcher))
                        .tell("block");
            }

            assertThat(allEntered.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(virtual).hasSize(actors).containsOnly(true);
        }
    }

    @Test
    void refusesAPoolWithoutThreads() {
        assertThatThrownBy(() -> Dispatchers.pool("none", 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("parallelism");
    }

    private static ConditionFactory awaitSoon() {
        return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
