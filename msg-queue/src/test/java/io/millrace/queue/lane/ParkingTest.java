// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Messages of a log that wait beyond their tenant's share of memory. */
class ParkingTest {

    /** Room for a few hundred messages that wait in memory. */
    private static final int MAX_WAITING_BYTES = 200_000;

    private static final int SOME = 1_000;

    private final RecordingStores stores = new RecordingStores();
    private final Queue<Runnable> answers = new ArrayDeque<>();
    private final List<Attempt> running = new ArrayList<>();
    private final List<Integer> started = new ArrayList<>();
    private final List<Integer> released = new ArrayList<>();
    private final LaneEngine engine = engine(1 << 20);
    private final LanePartition lanes = open(engine);

    private LaneEngine engine(int maxParkedBytes) {
        return new LaneEngine(
                new LaneSettings(
                        4,
                        1 << 20,
                        MAX_WAITING_BYTES,
                        1 << 20,
                        maxParkedBytes,
                        1 << 20,
                        8,
                        100,
                        Duration.ofSeconds(1),
                        Duration.ZERO),
                new LaneEngine.Environment(
                        stores,
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(System::nanoTime),
                        System::nanoTime,
                        Clock.systemUTC(),
                        answers::add));
    }

    private LanePartition open(LaneEngine of) {
        of.prepare(attempt -> {
            started.add(numberOf(attempt.message()));
            running.add(attempt);
        });
        LanePartition partition = of.add(new NamedQueue(QueueDefinition.MAIN));
        partition.open(null, stores);
        return partition;
    }

    /** Messages of ten devices; none of them ends by itself. */
    private void take(int from, int to) {
        for (int number = from; number < to; number++) {
            take(number, message(device(number % 10), number));
        }
    }

    private void take(int number, RuleMessage message) {
        lanes.take(new UUID(1, number), message, Source.LOG, () -> released.add(number));
    }

    private void endAll() {
        while (!running.isEmpty() || !answers.isEmpty()) {
            while (!answers.isEmpty()) {
                answers.remove().run();
            }
            if (!running.isEmpty()) {
                running.removeFirst().end(new AttemptResult.Done(Path.EMPTY));
            }
        }
    }

    @Test
    void isInTheStoreAndNotInMemoryBeyondTheShareAndTheLogMayForgetIt() {
        take(0, SOME);

        assertThat(engine.load().waitingBytes())
                .as("a tenant alone gets half of the room")
                .isBetween(MAX_WAITING_BYTES / 5L, MAX_WAITING_BYTES / 2L + 1_000);
        assertThat(stores.all()).hasSizeGreaterThan(SOME / 2);
        assertThat(released).hasSameSizeAs(stores.all());
        assertThat(engine.load().parkedBytes())
                .as("all of the store wait but the four that run")
                .isEqualTo((long) Delivery.PARKED_SIZE * (stores.all().size() - 4));
    }

    @Test
    void leavesRoomInMemoryForTheMessagesOfANeighbour() {
        take(0, SOME);
        int parked = stores.all().size();

        take(SOME, message(tenant(2), chain(2), device(77), SOME));

        assertThat(stores.all()).hasSize(parked);
    }

    @Test
    void isStoredAfterEverythingOlderSoThatTheNextOwnerKeepsTheOrder() {
        take(0, SOME);

        assertThat(stores.all().stream().map(row -> numberOf(row.message())))
                .isEqualTo(IntStream.range(0, stores.all().size()).boxed().toList());
    }

    @Test
    void runsWithItsWholeContentInTheOrderOfItsDevice() {
        take(0, SOME);
        endAll();

        assertThat(started).hasSize(SOME);
        for (int device = 0; device < 10; device++) {
            int its = device;
            assertThat(started.stream().filter(number -> number % 10 == its).toList())
                    .isEqualTo(
                            IntStream.range(0, SOME)
                                    .filter(number -> number % 10 == its)
                                    .boxed()
                                    .toList());
        }
        assertThat(stores.all()).isEmpty();
        assertThat(released).hasSize(SOME);
        assertThat(engine.load().waitingBytes()).isZero();
        assertThat(engine.load().parkedBytes()).isZero();
        assertThat(engine.load().running()).isZero();
        assertThat(engine.ledger().total().isBalanced()).isTrue();
    }

    @Test
    void staysInMemoryWhileTheStoreDoesNotAnswer() {
        stores.hold();
        take(0, SOME);

        assertThat(engine.load().parkedBytes()).isZero();
        assertThat(engine.load().waitingBytes()).isGreaterThan(MAX_WAITING_BYTES);
        assertThat(released).isEmpty();
        assertThat(engine.holdsBack(lanes.queue(), false)).as("the log is not read on").isTrue();

        stores.release();
        for (int i = 0; i < 10; i++) {
            engine.sweep();
        }
        assertThat(engine.load().waitingBytes()).isLessThan(MAX_WAITING_BYTES);
        assertThat(engine.holdsBack(lanes.queue(), true)).isFalse();
        endAll();
        assertThat(started).hasSize(SOME);
    }

    @Test
    void isFoundByItsIdWhileItIsParked() {
        take(0, SOME - 1);
        RuleMessage last = message(device(3), SOME);
        take(SOME, last);

        assertThat(engine.find(last.id()))
                .singleElement()
                .satisfies(found -> {
                    assertThat(found.place()).isEqualTo(Place.WAITING);
                    assertThat(found.message().originator()).isEqualTo(last.originator());
                });
    }

    @Test
    void isLeftInTheStoreByAHandOverAlsoWhileItIsBeingRead() {
        take(0, SOME);
        running.removeFirst().end(new AttemptResult.Done(Path.EMPTY));
        running.removeFirst().end(new AttemptResult.Done(Path.EMPTY));

        var _ = lanes.handOver();
        int before = started.size();
        answers.forEach(Runnable::run);

        assertThat(started).as("none starts after the hand-over").hasSize(before);
        assertThat(engine.load().running()).isZero();
        assertThat(engine.load().waitingBytes()).isZero();
        assertThat(engine.load().parkedBytes()).isZero();
        assertThat(engine.ledger().total().isBalanced()).isTrue();
    }

    @Test
    void isReadFromTheStoreByTheNextOwner() {
        take(0, SOME);
        var _ = lanes.handOver();
        List<Integer> inStore = stores.all().stream().map(row -> numberOf(row.message())).toList();
        answers.clear();
        running.clear();
        started.clear();

        LanePartition next = open(engine(1 << 20));
        Left.Pages left = new Left.Pages(10_000);
        stores.read(left);
        next.takeLeft(left.all());
        endAll();

        assertThat(started).containsExactlyInAnyOrderElementsOf(inStore);
        assertThat(stores.all()).isEmpty();
    }

    @Test
    void overloadsItsTenantFromItsShareUntilHalfOfItIsFree() {
        assertThat(engine.overloaded()).isEmpty();
        take(0, SOME);
        assertThat(engine.overloaded()).as("within its share").isEmpty();
        endAll();

        LaneEngine small = engine(Delivery.PARKED_SIZE * SOME);
        LanePartition partition = open(small);
        for (int number = 0; number < 3 * SOME; number++) {
            partition.take(
                    new UUID(2, number),
                    message(device(number % 10), number),
                    Source.LOG,
                    () -> {});
        }
        assertThat(small.overloaded()).containsExactly(message(device(1), 0).tenant());
        endAll();
        assertThat(small.overloaded()).isEmpty();
    }

    @Test
    void holdsBackTheQueueOfAnIsolatedTenantForItsOwnMessagesOnly() {
        QueueDefinition main = QueueDefinition.MAIN;
        NamedQueue isolated =
                new NamedQueue(
                        new QueueDefinition(
                                new QueueKey(tenant(2), "Main"),
                                main.topic() + ".isolated",
                                main.partitions(),
                                main.submit(),
                                main.batchSize(),
                                main.deadline(),
                                main.retry(),
                                null));
        take(0, SOME);

        assertThat(engine.holdsBack(isolated, false)).isFalse();
    }
}
