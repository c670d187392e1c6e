// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.routing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.UndeliveredMessage.Reason;
import io.millrace.actor.dispatcher.Budget;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.dispatcher.Dispatchers;
import io.millrace.actor.fixture.Recorder;
import io.millrace.actor.fixture.SingleThread;
import io.millrace.actor.supervision.Supervision;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.StopReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class ElasticPoolTest {

    private static final Duration SAMPLE = Duration.ofMillis(100);

    private final ElasticPoolStatistics statistics = new ElasticPoolStatistics();

    /** The tasks that routees have begun, and the unfinished work of each routee. */
    private final List<Object> begun = new ArrayList<>();

    private final List<CompletableFuture<String>> work = new ArrayList<>();

    /** A routee is busy with a text until the test ends its work; it processes other messages at once. */
    private final Props<Object> routee =
            Props.ofFunction((message, context) -> {
                begun.add(message);
                switch (message) {
                    case Recorder.Step step -> step.run(context);
                    case Recorder.Fail(Exception error) -> throw error;
                    case String _ -> {
                        CompletableFuture<String> stage = new CompletableFuture<>();
                        work.add(stage);
                        context.await(stage, (_, _) -> {});
                    }
                    default -> {}
                }
            });

    private ActorRef<Object> pool(SingleThread test, ElasticPoolSettings settings) {
        return test.system.spawn(Routers.elastic(routee, settings, statistics), "pool");
    }

    private void endAllWork() {
        while (!work.isEmpty()) {
            work.removeFirst().complete("done");
        }
    }

    private void assertAccounts() {
        assertThat(statistics.submitted())
                .isEqualTo(
                        statistics.completed()
                                + statistics.failed()
                                + statistics.discarded()
                                + statistics.waiting()
                                + statistics.running());
    }

    @Test
    void idleRouteesTakeTasksAndTheOthersWaitUntilTheQueueIsFull() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(2, 2, 2));

            for (String task : List.of("a", "b", "c", "d")) {
                assertThat(pool.offer(task)).isTrue();
            }
            assertThat(pool.offer("e")).isFalse();
            pool.tell("f");

            assertThat(begun).containsExactly("a", "b");
            assertThat(test.deadLetters)
                    .containsExactly(new UndeliveredMessage(pool, "f", Reason.MAILBOX_FULL));
            assertThat(statistics.rejected()).isEqualTo(2);
            assertThat(statistics.waiting()).isEqualTo(2);
            assertThat(statistics.size()).isEqualTo(2);

            endAllWork();
            assertThat(begun).containsExactly("a", "b", "c", "d");
            assertThat(statistics.completed()).isEqualTo(4);
            assertThat(statistics.submitted()).isEqualTo(4);
            assertThat(statistics.waiting()).isZero();
        }
    }

    @Test
    void growsByOneAfterSeveralHighSamplesInARow() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 3, 10).withGrowth(2, 3));
            for (int i = 0; i < 7; i++) {
                pool.tell("task " + i);
            }

            test.time.advance(SAMPLE.multipliedBy(2));
            assertThat(statistics.size()).isEqualTo(1);
            test.time.advance(SAMPLE);
            assertThat(statistics.size()).isEqualTo(2);
            assertThat(begun).containsExactly("task 0", "task 1");
            test.time.advance(SAMPLE.multipliedBy(2));
            assertThat(statistics.size()).isEqualTo(2);
            test.time.advance(SAMPLE.multipliedBy(10));
            assertThat(statistics.size()).isEqualTo(3);
        }
    }

    @Test
    void aSampleThatIsNotHighBeginsTheCountAnew() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 3, 10).withGrowth(0, 3));
            pool.tell("a");
            pool.tell("b");
            test.time.advance(SAMPLE.multipliedBy(2));
            work.removeFirst().complete("done");
            test.time.advance(SAMPLE);
            pool.tell("c");
            test.time.advance(SAMPLE.multipliedBy(2));
            assertThat(statistics.size()).isEqualTo(1);

            test.time.advance(SAMPLE);
            assertThat(statistics.size()).isEqualTo(2);
        }
    }

    @Test
    void growsAtOnceWhenFullButByOneForEachSample() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 4, 1));

            pool.tell("a");
            assertThat(statistics.size()).isEqualTo(1);
            pool.tell("b");
            assertThat(statistics.size()).isEqualTo(2);
            assertThat(begun).containsExactly("a", "b");
            pool.tell("c");
            assertThat(pool.offer("d")).isFalse();
            assertThat(statistics.size()).isEqualTo(2);

            test.time.advance(SAMPLE);
            assertThat(statistics.size()).isEqualTo(3);
            assertThat(begun).containsExactly("a", "b", "c");
            pool.tell("e");
            assertThat(statistics.size()).isEqualTo(3);
        }
    }

    @Test
    void shrinksByOneAfterManyLowSamplesDownToTheFewest() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 3, 1).withShrinking(1, 5));
            for (int i = 0; i < 3; i++) {
                pool.tell("task");
                pool.tell("task");
                test.time.advance(SAMPLE);
            }
            assertThat(statistics.size()).isEqualTo(3);
            endAllWork();

            test.time.advance(SAMPLE.multipliedBy(4));
            assertThat(statistics.size()).isEqualTo(3);
            test.time.advance(SAMPLE);
            assertThat(statistics.size()).isEqualTo(2);
            test.time.advance(SAMPLE.multipliedBy(50));
            assertThat(statistics.size()).isEqualTo(1);
            assertThat(test.events).filteredOn(event -> event.startsWith("stopped")).hasSize(2);

            begun.clear();
            pool.tell("still works");
            assertThat(begun).containsExactly("still works");
            assertThat(test.deadLetters).hasSizeLessThan(3);
        }
    }

    @Test
    void shrinkingEndsNoRouteeThatWaitsForWork() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 2, 1).withShrinking(1, 2));
            pool.tell("a");
            pool.tell("b");
            assertThat(statistics.size()).isEqualTo(2);

            test.time.advance(SAMPLE.multipliedBy(10));
            assertThat(statistics.size()).isEqualTo(2);
            endAllWork();
            test.time.advance(SAMPLE);
            assertThat(statistics.size()).isEqualTo(1);
        }
    }

    @Test
    void aRouteeThatWaitsForItsRestartLeavesTheTasksToOthers() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(
                            Routers.elastic(routee, ElasticPoolSettings.of(2, 2, 10), statistics)
                                    .withSupervision(
                                            Supervision.backoff(
                                                    Duration.ofMinutes(1),
                                                    Duration.ofMinutes(1),
                                                    0)));
            Recorder.Fail failure = new Recorder.Fail(new IllegalStateException("as asked"));

            pool.tell(failure);
            pool.tell(1);
            pool.tell(2);
            assertThat(begun).containsExactly(failure, 1, 2);
            assertThat(statistics.failed()).isEqualTo(1);
            assertThat(statistics.completed()).isEqualTo(2);

            pool.tell("busy");
            pool.tell(3);
            assertThat(begun).doesNotContain(3);
            test.time.advance(Duration.ofMinutes(1));
            assertThat(begun).endsWith(3);
            assertAccounts();
        }
    }

    @Test
    void routeesThatEndAreReplacedWithTheNextSample() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(2, 2, 10));
            Recorder.Step end = ActorContext::stopSelf;

            pool.tell(end);
            pool.tell(end);
            assertThat(statistics.size()).isZero();
            pool.tell(1);
            assertThat(begun).doesNotContain(1);

            test.time.advance(SAMPLE);
            assertThat(statistics.size()).isEqualTo(2);
            assertThat(begun).endsWith(1);
            assertAccounts();
        }
    }

    @Test
    void stoppingMakesDeadLettersOfTheTasksThatWait() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 1, 10));
            pool.tell("a");
            pool.tell("b");

            test.system.stop(pool);

            assertThat(test.deadLetters)
                    .contains(new UndeliveredMessage(pool, "b", Reason.STOPPED));
            assertThat(pool.offer("late")).isFalse();
            assertThat(statistics.discarded()).isEqualTo(1);
            assertThat(statistics.size()).isZero();
            assertThat(test.events).contains("stopped /pool");
            assertAccounts();
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "5"})
    void poisonLetsAllTasksBeDoneFirst(int routees) {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(routees, routees, 10));
            List<Object> tasks = List.of("a", "b", "c");
            tasks.forEach(pool::tell);

            test.system.poison(pool);
            assertThat(pool.offer("late")).isFalse();
            assertThat(test.events).doesNotContain("stopped /pool");
            endAllWork();

            assertThat(begun).containsExactlyElementsOf(tasks);
            assertThat(test.events).contains("stopped /pool");
            assertThat(test.deadLetters).isEmpty();
            assertThat(statistics.size()).isZero();
            assertAccounts();
        }
    }

    @Test
    void poisonWaitsForTasksWhoseRouteesAreYetToBeReplaced() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool = pool(test, ElasticPoolSettings.of(1, 1, 10));
            pool.tell((Recorder.Step) ActorContext::stopSelf);
            pool.tell(1);

            test.system.poison(pool);
            assertThat(test.events).doesNotContain("stopped /pool");
            test.time.advance(SAMPLE);

            assertThat(begun).endsWith(1);
            assertThat(test.events).contains("stopped /pool");
        }
    }

    @Test
    void poisonEndsAnIdlePoolAtOnce() {
        try (SingleThread test = new SingleThread()) {
            test.system.poison(pool(test, ElasticPoolSettings.of(3, 3, 10)));

            assertThat(test.events).contains("stopped /pool");
        }
    }

    @Test
    void tasksWaitThroughARestartOfThePool() {
        try (SingleThread test = new SingleThread()) {
            ActorRef<Object> pool =
                    test.system.spawn(
                            Routers.elastic(routee, ElasticPoolSettings.of(1, 1, 10), statistics)
                                    .withSupervision(Supervision.escalate()),
                            "pool");
            Recorder.Fail failure = new Recorder.Fail(new IllegalStateException("as asked"));

            pool.tell(
                    (Recorder.Step)
                            _ -> {
                                pool.tell(failure);
                                pool.tell(1);
                                pool.tell(2);
                            });

            assertThat(test.events).contains("restarted /pool");
            assertThat(begun).endsWith(failure, 1, 2);
            assertThat(statistics.size()).isEqualTo(1);
            pool.tell(3);
            assertThat(begun).endsWith(3);
            assertAccounts();
        }
    }

    @Test
    void refusesSettingsThatContradictThemselves() {
        assertThatThrownBy(() -> ElasticPoolSettings.of(0, 1, 1)).hasMessageContaining("min");
        assertThatThrownBy(() -> ElasticPoolSettings.of(2, 1, 1)).hasMessageContaining("max");
        assertThatThrownBy(() -> ElasticPoolSettings.of(1, 1, 0)).hasMessageContaining("capacity");
        ElasticPoolSettings settings = ElasticPoolSettings.of(1, 1, 10);
        assertThatThrownBy(() -> settings.withGrowth(10, 1)).hasMessageContaining("highMark");
        assertThatThrownBy(() -> settings.withShrinking(7, 1)).hasMessageContaining("lowMark");
        assertThatThrownBy(() -> settings.withSampleInterval(Duration.ZERO))
                .hasMessageContaining("sampleInterval");
        assertThatThrownBy(() ->
                        Routers.elastic(Routers.pool(1, routee, Routing.roundRobin()), settings))
                .hasMessageContaining("router");
    }

    @Test
    void aSystemThatStopsWaitsForTheTasksThatWait() throws InterruptedException {
        AtomicInteger done = new AtomicInteger();
        ActorSystem system = ActorSystem.create("draining");
        // The only routee ends with each task: between two samples tasks wait and no routee runs.
        Props<Integer> ending =
                Props.ofFunction((_, context) -> {
                    done.getAndIncrement();
                    context.stopSelf();
                });
        ActorRef<Integer> pool =
                system.spawn(
                        Routers.elastic(ending, ElasticPoolSettings.of(1, 1, 10), statistics),
                        "pool");
        for (int i = 0; i < 4; i++) {
            pool.tell(i);
        }

        StopReport report = system.stop(Duration.ofSeconds(30));

        assertThat(done).hasValue(4);
        assertThat(report.isClean()).isTrue();
    }

    @Test
    void aSystemThatRunsOutOfTimeReportsTheTasksThatWait() throws InterruptedException {
        ActorSystem system = ActorSystem.create("hurried");
        CountDownLatch working = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        Props<Integer> slow =
                Props.ofFunction((_, _) -> {
                    working.countDown();
                    assertThat(release.await(30, TimeUnit.SECONDS)).isTrue();
                });
        ActorRef<Integer> pool =
                system.spawn(Routers.elastic(slow, ElasticPoolSettings.of(1, 1, 10)));
        pool.tell(1);
        pool.tell(2);
        pool.tell(3);
        assertThat(working.await(30, TimeUnit.SECONDS)).isTrue();

        StopReport report = system.stop(Duration.ZERO);
        release.countDown();

        assertThat(report.messagesLeft()).isEqualTo(2);
    }

    /** Routees fail and end, the pool grows, shrinks and restarts; each task still has exactly one result. */
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void accountsForEachTaskOnce(boolean poisoned) throws InterruptedException {
        int perSender = 10_000;
        int senders = 4;
        AtomicIntegerArray fate = new AtomicIntegerArray(perSender * senders);
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Dispatcher dispatcher =
                Dispatchers.pool("elastic", 3, new Budget(8, Duration.ofNanos(50_000)));
        ActorSystem system =
                ActorSystem.builder("elastic")
                        .dispatcher(dispatcher)
                        .supervision(Supervision.restart(1_000_000, Duration.ofSeconds(60)))
                        .deadLetterListener(letter -> {
                            if (letter.message() instanceof Integer number) {
                                fate.getAndIncrement(number);
                            }
                        })
                        .build();
        Props<Integer> worker =
                Props.ofFunction((number, context) -> {
                    most.accumulateAndGet(running.incrementAndGet(), Math::max);
                    fate.getAndIncrement(number);
                    running.getAndDecrement();
                    if (number % 997 == 0) {
                        throw new IllegalStateException("fails");
                    }
                    if (number % 1_003 == 0) {
                        context.stopSelf();
                    }
                });
        ElasticPoolSettings settings =
                new ElasticPoolSettings(2, 6, 100, 10, 1, 5, 1, Duration.ofMillis(1));
        ActorRef<Integer> pool =
                system.spawn(
                        Routers.elastic(worker, settings, statistics)
                                .withSupervision(
                                        Supervision.decide(error ->
                                                System.identityHashCode(error) % 4 == 0
                                                        ? Supervision.escalate()
                                                        : Supervision.backoff(
                                                                Duration.ofMillis(1),
                                                                Duration.ofMillis(2),
                                                                0))));

        CountDownLatch done = new CountDownLatch(senders);
        for (int sender = 0; sender < senders; sender++) {
            int first = sender * perSender;
            Thread.ofPlatform()
                    .start(() -> {
                        for (int i = first; i < first + perSender; i++) {
                            if (i % 2 == 0) {
                                while (!pool.offer(i)) {
                                    Thread.onSpinWait();
                                }
                            } else {
                                pool.tell(i);
                            }
                        }
                        done.countDown();
                    });
        }
        assertThat(done.await(40, TimeUnit.SECONDS)).isTrue();
        if (poisoned) {
            system.poison(pool);
            await().atMost(Duration.ofSeconds(20)).until(() -> statistics.size() == 0);
        }
        StopReport report = system.stop(Duration.ofSeconds(30));
        dispatcher.close();

        assertThat(report.isClean()).isTrue();
        assertThat(statistics.running()).isZero();
        assertThat(statistics.waiting()).isZero();
        assertThat(statistics.discarded()).isZero();
        assertThat(statistics.failed()).isPositive();
        assertThat(most.get()).isLessThanOrEqualTo(6);
        assertAccounts();
        for (int i = 0; i < fate.length(); i++) {
            assertThat(fate.get(i)).as("task %s", i).isEqualTo(1);
        }
    }
}
