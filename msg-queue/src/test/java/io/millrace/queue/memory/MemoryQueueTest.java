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
import io.millrace.message.id.RuleChainId;
import io.millrace.message.id.RuleNodeId;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.Fixtures;
import io.millrace.queue.InFlight;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.Receipt;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class MemoryQueueTest {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final AttemptResult FAILED =
            new AttemptResult.Failed(Path.EMPTY, Failure.of("broken"));

    private final AtomicLong ticker = new AtomicLong();
    private final StandstillClock clock = new StandstillClock(ticker::get);
    private final RecordingStores stores = new RecordingStores();
    private final List<Attempt> started = new ArrayList<>();
    private final AtomicInteger told = new AtomicInteger();
    private final Receipt receipt = told::incrementAndGet;

    @Test
    void startsAMessageAtOnceAndTellsItsSenderWhenItHasEnded() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));

        assertThat(queue.submit(message(device(1), 1), Source.DEVICE, receipt))
                .isEqualTo(Admission.ACCEPTED);
        assertThat(startedNumbers()).containsExactly(1);
        assertThat(told).hasValue(0);

        started.getFirst().end(DONE);

        assertThat(told).hasValue(1);
        assertThat(queue.ledger().total().allInFlight()).isZero();
    }

    @Test
    void startsTheNextMessageOfAnOriginatorWhileTheFormerIsStillUnderWay() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));

        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        queue.submit(message(device(1), 2), Source.DEVICE, receipt);

        assertThat(startedNumbers()).containsExactly(1, 2);
    }

    @Test
    void keepsEachOriginatorsOrderAndGivesEveryLaneItsTurnWhenThereIsNoRoom() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(1));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        queue.submit(message(device(1), 2), Source.DEVICE, receipt);
        queue.submit(message(device(1), 3), Source.DEVICE, receipt);
        queue.submit(message(device(2), 4), Source.DEVICE, receipt);
        assertThat(startedNumbers()).containsExactly(1);

        for (int i = 0; i < 4; i++) {
            started.get(i).end(DONE);
        }

        assertThat(startedNumbers()).containsExactly(1, 2, 4, 3);
    }

    @Test
    void doesNotLetAMessageOvertakeThoseThatWaitInItsLane() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(2));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        queue.submit(message(device(2), 2), Source.DEVICE, receipt);
        queue.submit(message(device(1), 3), Source.DEVICE, receipt);
        started.get(1).end(DONE);
        queue.submit(message(device(1), 4), Source.DEVICE, receipt);
        started.get(0).end(DONE);

        assertThat(startedNumbers()).containsExactly(1, 2, 3, 4);
    }

    @Test
    void refusesWhatItHasNoRoomForAndTakesNothingOfItIn() {
        MemoryQueue queue = queue(RetryPolicy.NONE, bytesFor(1));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        queue.submit(message(device(1), 2), Source.DEVICE, receipt);

        assertThat(queue.submit(message(device(1), 3), Source.DEVICE, receipt))
                .isEqualTo(Admission.FULL);

        started.get(0).end(DONE);
        started.get(1).end(DONE);
        assertThat(startedNumbers()).containsExactly(1, 2);
        assertThat(told).hasValue(2);
    }

    @Test
    void keepsAFailedMessageAmongTheDeadLettersBeforeItTellsTheSender() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        RuleNodeId node = new RuleNodeId(new UUID(1, 2));
        Failure failure = new Failure("no such key", new RuleChainId(new UUID(3, 4)), node, "Save");
        stores.hold();
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        started.getFirst().end(new AttemptResult.Failed(Path.EMPTY, failure));
        assertThat(told).hasValue(0);
        assertThat(queue.ledger().total().inFlight()).containsEntry(Place.BEING_BURIED, 1L);

        stores.release();
        assertThat(told).hasValue(1);
        DeadLetter letter = stores.letters().getFirst();
        assertThat(letter.failure()).isEqualTo(failure);
        assertThat(letter.attempts()).isOne();
        assertThat(letter.queue()).isEqualTo("Main");
        assertThat(numberOf(letter.message())).isEqualTo(1);
    }

    @Test
    void aDeadLetterThatIsNotOnDiskKeepsItsPlaceInTheQueue() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(1));
        stores.hold();
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        queue.submit(message(device(2), 2), Source.DEVICE, receipt);

        started.getFirst().end(FAILED);
        assertThat(startedNumbers()).containsExactly(1);

        stores.release();
        assertThat(startedNumbers()).containsExactly(1, 2);
    }

    @Test
    void triesAgainAfterThePauseAndBuriesTheMessageAfterTheLastAttempt() {
        RetryPolicy twice = RetryPolicy.of(1, Duration.ofSeconds(3));
        MemoryQueue queue = queue(twice, roomFor(10));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        started.getFirst().end(FAILED);
        assertThat(told).as("it is stored while it waits").hasValue(1);
        assertThat(stores.all()).extracting(InFlight::attempts).containsExactly(1);
        after(queue, Duration.ofMillis(2_999));
        assertThat(started).hasSize(1);
        after(queue, Duration.ofMillis(1));
        assertThat(started).hasSize(2);
        assertThat(started.getLast().number()).isEqualTo(2);

        started.getLast().end(FAILED);
        assertThat(stores.letters()).extracting(DeadLetter::attempts).containsExactly(2);
        assertThat(stores.all()).isEmpty();
        assertThat(told).hasValue(1);
    }

    @Test
    void givesAnAttemptUpAtItsDeadlineAndDropsItsLateResult() {
        AtomicInteger late = new AtomicInteger();
        MemoryQueue queue =
                queue(
                        RetryPolicy.NONE,
                        roomFor(10),
                        new QueueListener() {
                            @Override
                            public void lateResult(io.millrace.message.RuleMessage message) {
                                late.incrementAndGet();
                            }
                        });
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        RuleNodeId node = new RuleNodeId(new UUID(1, 2));
        started.getFirst()
                .track(error ->
                        new AttemptResult.Failed(
                                Path.EMPTY, new Failure(error, null, node, "Slow")));

        after(queue, Duration.ofSeconds(10));

        assertThat(started.getFirst().isOver()).isTrue();
        DeadLetter letter = stores.letters().getFirst();
        assertThat(letter.failure().error()).isEqualTo("no result within 10 s");
        assertThat(letter.failure().node()).isEqualTo(node);
        started.getFirst().end(DONE);
        assertThat(late).hasValue(1);
        assertThat(told).hasValue(1);
    }

    @Test
    void usesUpNoDeadlineWhileTheClockStandsStill() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        after(queue, Duration.ofSeconds(9));
        StandstillClock.Brake outage = clock.brake();
        outage.pull();
        after(queue, Duration.ofSeconds(60));
        outage.release();
        assertThat(started.getFirst().isOver()).isFalse();

        after(queue, Duration.ofSeconds(1));
        assertThat(started.getFirst().isOver()).isTrue();
    }

    @Test
    void storesWhatTakesLongerThanASecondAndTellsItsSenderThen() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        after(queue, Duration.ofMillis(999));
        assertThat(stores.all()).isEmpty();
        assertThat(told).hasValue(0);

        after(queue, Duration.ofMillis(1));
        assertThat(stores.all()).hasSize(1);
        assertThat(told).hasValue(1);

        started.getFirst().end(DONE);
        assertThat(stores.all()).isEmpty();
        assertThat(told).hasValue(1);
    }

    @Test
    void doesNotTellTheSenderBeforeTheStoreHasIt() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        stores.hold();
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        after(queue, Duration.ofSeconds(2));
        assertThat(told).hasValue(0);

        stores.release();
        assertThat(told).hasValue(1);
    }

    @Test
    void deliversAgainAfterARestartWhatWasInFlight() {
        MemoryQueue first = queue(RetryPolicy.NONE, roomFor(10));
        first.submit(message(device(1), 1), Source.DEVICE, receipt);
        first.submit(message(device(1), 2), Source.DEVICE, receipt);
        after(first, Duration.ofSeconds(1));
        started.clear();

        MemoryQueue second = queue(RetryPolicy.NONE, roomFor(10));

        assertThat(startedNumbers()).containsExactly(1, 2);
        started.forEach(attempt -> attempt.end(DONE));
        assertThat(stores.all()).isEmpty();
        assertThat(second.ledger().total().allInFlight()).isZero();
    }

    @Test
    void takesNothingInBeforeItIsStartedNorAfterItIsClosed() {
        MemoryQueue queue = unstarted(RetryPolicy.NONE, roomFor(1), QueueListener.NONE);
        assertThat(queue.submit(message(device(1), 1), Source.DEVICE, receipt))
                .isEqualTo(Admission.CLOSED);

        queue.prepare(started::add);
        queue.close();

        assertThat(queue.submit(message(device(1), 1), Source.DEVICE, receipt))
                .isEqualTo(Admission.CLOSED);
        assertThat(started).isEmpty();
    }

    @Test
    void handsOverToTheNextRunWhatHasNotEndedWhenItCloses() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(1));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        queue.submit(message(device(1), 2), Source.DEVICE, receipt);

        queue.close();

        assertThat(stores.all()).extracting(left -> numberOf(left.message())).containsExactly(1, 2);
        assertThat(queue.ledger().total().ended()).containsEntry(Outcome.HANDED_OVER, 2L);
        assertThat(queue.ledger().total().isBalanced()).isTrue();
        started.getFirst().end(DONE);
        assertThat(stores.all()).as("its end came too late").hasSize(2);
        assertThat(told).as("what is stored is safe").hasValue(2);
    }

    @Test
    void tellsTheSenderOfADetachedDeliveryOnlyWhenBothAreSafe() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        Attempt detached = started.getFirst().detach(message(device(1), 2));
        started.getFirst().end(DONE);
        assertThat(told).hasValue(0);

        assertThat(detached).isNotNull();
        detached.end(FAILED);
        assertThat(told).hasValue(1);
        assertThat(stores.letters()).hasSize(1);
    }

    @Test
    void storesADetachedDeliveryAtOnceWhenItsSenderWasToldAlready() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);
        after(queue, Duration.ofSeconds(1));

        started.getFirst().detach(message(device(1), 2));
        started.getFirst().end(DONE);

        assertThat(stores.all()).extracting(left -> numberOf(left.message())).containsExactly(2);
    }

    @Test
    void detachesNothingBeyondItsBound() {
        MemoryQueue queue = queue(RetryPolicy.NONE, roomFor(10));
        queue.submit(message(device(1), 1), Source.DEVICE, receipt);

        for (int i = 0; i < 4; i++) {
            assertThat(started.getFirst().detach(message(device(1), 2))).isNotNull();
        }
        assertThat(started.getFirst().detach(message(device(1), 2))).isNull();
    }

    private static LaneSettings roomFor(int running) {
        return new LaneSettings(
                running,
                64 << 20,
                1_000_000,
                1_000_000,
                1 << 20,
                1_000_000,
                4,
                100,
                Duration.ofSeconds(1),
                Duration.ZERO);
    }

    /** Room for one delivery under way, and for so many small ones that wait. */
    private static LaneSettings bytesFor(int waiting) {
        return new LaneSettings(
                1,
                64 << 20,
                waiting * 510L,
                1_000_000,
                1 << 20,
                1_000_000,
                4,
                100,
                Duration.ofSeconds(1),
                Duration.ZERO);
    }

    private MemoryQueue queue(RetryPolicy retry, LaneSettings settings) {
        return queue(retry, settings, QueueListener.NONE);
    }

    private MemoryQueue queue(RetryPolicy retry, LaneSettings settings, QueueListener listener) {
        MemoryQueue queue = unstarted(retry, settings, listener);
        queue.prepare(started::add);
        return queue;
    }

    private MemoryQueue unstarted(
            RetryPolicy retry, LaneSettings settings, QueueListener listener) {
        return new MemoryQueue(
                1,
                new QueueRegistry(List.of(QueueDefinition.MAIN.withRetry(retry))),
                settings,
                stores,
                new LaneEngine.Environment(
                        stores,
                        listener,
                        _ -> 1,
                        clock,
                        ticker::get,
                        Clock.systemUTC(),
                        Runnable::run));
    }

    private void after(MemoryQueue queue, Duration time) {
        ticker.addAndGet(time.toNanos());
        queue.sweep();
    }

    private List<Integer> startedNumbers() {
        return started.stream().map(Attempt::message).map(Fixtures::numberOf).toList();
    }
}
