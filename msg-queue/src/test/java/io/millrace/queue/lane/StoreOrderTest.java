// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.Receipt;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.SubmitStrategy;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Messages of one originator of which a log keeps some, and the makers of the others wait for their receipts. */
class StoreOrderTest {

    private static final Duration STORE_AFTER = Duration.ofSeconds(1);

    private final RecordingStores stores = new RecordingStores();
    private final List<Attempt> running = new ArrayList<>();
    private final List<Integer> released = new ArrayList<>();
    private final AtomicLong ticker = new AtomicLong();
    private final LaneEngine engine =
            new LaneEngine(
                    new LaneSettings(
                            100,
                            1 << 20,
                            1 << 20,
                            1 << 20,
                            1 << 20,
                            1 << 20,
                            8,
                            100,
                            STORE_AFTER,
                            Duration.ZERO),
                    new LaneEngine.Environment(
                            stores,
                            QueueListener.NONE,
                            _ -> 1,
                            new StandstillClock(ticker::get),
                            ticker::incrementAndGet,
                            Clock.systemUTC(),
                            Runnable::run));
    private final LanePartition lanes = open();

    private LanePartition open() {
        engine.prepare(running::add);
        LanePartition partition =
                engine.add(
                        new NamedQueue(
                                new QueueDefinition(
                                        QueueDefinition.MAIN.key(),
                                        "sequential",
                                        1,
                                        SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR,
                                        1,
                                        Duration.ofMinutes(10),
                                        RetryPolicy.NONE)));
        partition.open(null, stores);
        return partition;
    }

    private void takeFromLog(int number, int device) {
        lanes.take(
                new UUID(1, number),
                message(device(device), number),
                Source.LOG,
                () -> released.add(number));
    }

    private void make(int number, int device) {
        make(number, device, () -> released.add(number));
    }

    private void makeAwaited(int number, int device) {
        make(
                number,
                device,
                new Receipt() {
                    @Override
                    public void safe() {
                        released.add(number);
                    }

                    @Override
                    public boolean isAwaited() {
                        return true;
                    }
                });
    }

    private void make(int number, int device, Receipt receipt) {
        assertThat(lanes.submit(message(device(device), number), Source.RULE_ENGINE, receipt))
                .isEqualTo(Admission.ACCEPTED);
    }

    private List<Integer> stored() {
        return stores.all().stream().map(row -> numberOf(row.message())).toList();
    }

    private void takeSome() {
        takeFromLog(0, 1);
        takeFromLog(1, 1);
        make(2, 1);
        takeFromLog(3, 1);
        takeFromLog(4, 2);
    }

    @Test
    void aHandOverStoresWhatIsOlderThanAMadeMessageOfItsOriginatorAndLeavesTheRestToTheLog() {
        takeSome();

        assertThat(lanes.handOverWaiting()).isCompleted();

        assertThat(stored()).as("the running one, too").containsExactly(0, 1, 2);
        assertThat(released).containsExactly(0, 1, 2);
    }

    @Test
    void aMessageThatEndsWhileItsPartitionIsHandedOverIsNotLeftInTheStore() {
        takeSome();
        var _ = lanes.handOverWaiting();

        running.getFirst().end(new AttemptResult.Done(Path.EMPTY));

        assertThat(stored()).containsExactly(1, 2);
        assertThat(released).as("each receipt once").containsExactly(0, 1, 2);
    }

    @Test
    void aHandOverOfEverythingAtOnceKeepsTheSameOrder() {
        takeSome();

        assertThat(lanes.handOver()).isCompleted();

        assertThat(stored()).containsExactly(0, 1, 2);
        assertThat(released).containsExactly(0, 1, 2);
    }

    @Test
    void aHandOverLeavesMessagesOfTheLogToTheLogWhereNoneWasMade() {
        takeFromLog(0, 1);
        takeFromLog(1, 1);

        assertThat(lanes.handOver()).isCompleted();

        assertThat(stored()).isEmpty();
        assertThat(released).isEmpty();
    }

    @Test
    void aMadeMessageThatWaitsLongIsStoredAfterWhatIsOlderInItsLane() {
        takeSome();

        ticker.addAndGet(STORE_AFTER.toNanos());
        engine.sweep();

        assertThat(stored()).containsExactly(0, 1, 2);
        assertThat(released).containsExactly(0, 1, 2);
    }

    @Test
    void aMadeMessageThatIsAwaitedAndHasToWaitIsStoredAtOnceAfterWhatIsOlderInItsLane() {
        takeFromLog(0, 1);
        makeAwaited(1, 1);
        takeFromLog(2, 1);
        makeAwaited(3, 1);

        assertThat(stored()).containsExactly(0, 1, 2, 3);
        assertThat(released).containsExactly(0, 1, 2, 3);
    }

    @Test
    void anAwaitedMessageThatStartsAtOnceIsStoredOnlyWhenItTakesLong() {
        makeAwaited(0, 1);
        assertThat(stored()).isEmpty();

        ticker.addAndGet(STORE_AFTER.toNanos());
        engine.sweep();

        assertThat(stored()).containsExactly(0);
        assertThat(released).containsExactly(0);
    }

    @Test
    void anAwaitedMessageThatWasStoredIsRemovedAtItsEnd() {
        make(0, 1);
        makeAwaited(1, 1);

        running.removeFirst().end(new AttemptResult.Done(Path.EMPTY));
        running.removeFirst().end(new AttemptResult.Done(Path.EMPTY));

        assertThat(stored()).isEmpty();
        assertThat(released).containsExactlyInAnyOrder(0, 1);
    }

    @Test
    void aMessageThatLeavesTheLogIsStoredAfterAnOlderMadeOneOfItsLane() {
        make(0, 1);
        takeFromLog(1, 1);
        make(2, 1);

        lanes.relieveLog(10);

        assertThat(stored()).containsExactly(0, 1);
        assertThat(released).containsExactly(0, 1);
    }
}
