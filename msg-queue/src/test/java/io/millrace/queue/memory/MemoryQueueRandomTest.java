// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.Fixtures;
import io.millrace.queue.InFlight;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.StartOrder;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Random histories of submissions, results, pauses, outages of the stores and deaths of the process. */
class MemoryQueueRandomTest {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final AttemptResult FAILED =
            new AttemptResult.Failed(Path.EMPTY, Failure.of("broken"));

    private static final int BATCH = 3;

    private final AtomicLong ticker = new AtomicLong();
    private final RecordingStores stores = new RecordingStores();
    private final List<Attempt> running = new ArrayList<>();
    private final Set<Integer> accepted = new HashSet<>();
    private final Set<Integer> told = new HashSet<>();
    private final Set<Integer> ended = new HashSet<>();
    private int endings;
    private long endingsOfRun;
    private long takenInOfRun;

    private SubmitStrategy strategy = SubmitStrategy.BURST;

    static Stream<Arguments> strategiesAndSeeds() {
        return Stream.of(SubmitStrategy.values())
                .flatMap(each -> new Random().longs(6).mapToObj(seed -> Arguments.of(each, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("strategiesAndSeeds")
    void endsEveryMessageInOrderAndForgetsNoneThatItsSenderTrustsToBeSafe(
            SubmitStrategy submit, long seed) {
        strategy = submit;
        Random random = new Random(seed);
        MemoryQueue queue = start();
        int next = 0;
        for (int step = 0; step < 3_000; step++) {
            switch (random.nextInt(12)) {
                case 0, 1, 2, 3 -> next += submit(queue, next, random) ? 1 : 0;
                case 4, 5, 6, 7 -> endOne(random);
                case 8, 9 -> pass(queue, Duration.ofMillis(random.nextInt(1_500)));
                case 10 -> {
                    if (random.nextInt(4) == 0) {
                        stores.hold();
                    }
                }
                default -> {
                    stores.release();
                    if (random.nextInt(30) == 0) {
                        queue = restart();
                    }
                }
            }
            assertThat(told).as("told, so ended or stored").allMatch(this::isSafe);
            checkLedger(queue);
        }
        comeToRest(queue);

        assertThat(ended).containsAll(told);
        assertThat(stores.all()).isEmpty();
        assertThat(endings).isGreaterThanOrEqualTo(ended.size());
    }

    private boolean submit(MemoryQueue queue, int number, Random random) {
        Admission admission =
                queue.submit(
                        message(device(1 + random.nextInt(5)), number),
                        Source.DEVICE,
                        () -> assertThat(told.add(number)).as("told once").isTrue());
        if (admission == Admission.ACCEPTED) {
            accepted.add(number);
            takenInOfRun++;
        }
        return admission == Admission.ACCEPTED;
    }

    private void endOne(Random random) {
        if (!running.isEmpty()) {
            running.remove(random.nextInt(running.size()))
                    .end(random.nextInt(3) == 0 ? FAILED : DONE);
        }
    }

    private void pass(MemoryQueue queue, Duration time) {
        ticker.addAndGet(time.toNanos());
        queue.sweep();
    }

    /** The process dies and starts again: what only its memory knew is gone. */
    private MemoryQueue restart() {
        running.clear();
        endingsOfRun = 0;
        takenInOfRun = stores.all().size();
        return start();
    }

    /** The ledger balances, and its numbers of ended and running deliveries are those that the test has counted. */
    private void checkLedger(MemoryQueue queue) {
        LedgerLine total = queue.ledger().total();
        assertThat(total.isBalanced()).as("%s", total).isTrue();
        assertThat(total.allEnded()).isEqualTo(endingsOfRun);
        assertThat(total.allTakenIn()).isEqualTo(takenInOfRun);
        assertThat(total.inFlight().get(Place.RUNNING))
                .isEqualTo(running.stream().filter(attempt -> !attempt.isOver()).count());
        assertThat(queue.lanes().isQuiet()).as("sweeps are rare").isEqualTo(isIdle(queue));
    }

    private void comeToRest(MemoryQueue queue) {
        stores.release();
        for (int i = 0; i < 10_000 && !isIdle(queue); i++) {
            while (!running.isEmpty()) {
                running.removeFirst().end(DONE);
            }
            pass(queue, Duration.ofSeconds(1));
        }
    }

    private static boolean isIdle(MemoryQueue queue) {
        return queue.ledger().total().allInFlight() == 0;
    }

    private boolean isSafe(int number) {
        return ended.contains(number)
                || stores.all().stream().anyMatch(left -> numberOf(left.message()) == number)
                || stores.letters().stream()
                        .anyMatch(letter -> numberOf(letter.message()) == number);
    }

    private MemoryQueue start() {
        StartOrder order = new StartOrder(strategy, ticker::get);
        stores.all().stream().map(InFlight::message).forEach(order::redelivers);
        MemoryQueue queue =
                new MemoryQueue(
                        2,
                        new QueueRegistry(List.of(definition())),
                        new LaneSettings(
                                8,
                                64 << 20,
                                8_000,
                                8_000,
                                1 << 20,
                                8_000,
                                4,
                                6,
                                Duration.ofSeconds(1),
                                Duration.ZERO),
                        stores,
                        new LaneEngine.Environment(
                                stores,
                                new Endings(),
                                _ -> 1,
                                new StandstillClock(ticker::get),
                                ticker::get,
                                Clock.systemUTC(),
                                Runnable::run));
        queue.prepare(attempt -> started(attempt, order));
        return queue;
    }

    private QueueDefinition definition() {
        return QueueDefinition.MAIN
                .withSubmit(strategy, BATCH)
                .withRetry(
                        new RetryPolicy(
                                3,
                                true,
                                true,
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(4),
                                false));
    }

    private void started(Attempt attempt, StartOrder order) {
        order.started(attempt, running);
        running.add(attempt);
        if (strategy == SubmitStrategy.BATCH) {
            assertThat(running.stream().filter(each -> !each.isOver()))
                    .hasSizeLessThanOrEqualTo(BATCH);
        }
    }

    private final class Endings implements QueueListener {

        @Override
        public void ended(DeliveryEnd end) {
            int number = numberOf(end.message());
            endings++;
            endingsOfRun++;
            ended.add(number);
            if (end.outcome() == Outcome.DEAD_LETTERED) {
                assertThat(stores.letters())
                        .extracting(DeadLetter::message)
                        .extracting(Fixtures::numberOf)
                        .contains(number);
            }
        }
    }
}
