// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Path;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.lane.Left;
import io.millrace.queue.lane.NarrowLanes;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.junit.jupiter.api.Test;

class PartitionReaderTest {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final String TOPIC = "readings";
    private static final OffsetAndMetadata AT_START = new OffsetAndMetadata(0);

    private final FencedStores stores = new FencedStores();
    private final RecordingStores letters = new RecordingStores();
    private final List<Attempt> hanging = new ArrayList<>();
    private final List<Integer> started = new ArrayList<>();
    private final LaneEngine engine =
            new LaneEngine(
                    LaneSettings.forHeap(256 << 20),
                    LaneEngine.Environment.of(
                            letters,
                            QueueListener.NONE,
                            _ -> 1,
                            new StandstillClock(System::nanoTime)));

    /** A message that hangs is the first of the partition; the others are of other originators. */
    private void hangAtTheFirst(Attempt attempt) {
        started.add(numberOf(attempt.message()));
        if (numberOf(attempt.message()) == 0) {
            hanging.add(attempt);
        } else {
            attempt.end(DONE);
        }
    }

    private PartitionReader reader(Consumer<Attempt> handler, OffsetAndMetadata committed) {
        return reader(engine, handler, committed);
    }

    private PartitionReader reader(
            LaneEngine of, Consumer<Attempt> handler, OffsetAndMetadata committed) {
        if (!of.isStarted()) {
            of.prepare(handler::accept);
        }
        Lease lease = stores.takeOver(TOPIC, 0);
        LanePartition lanes = of.add(new NamedQueue(QueueDefinition.MAIN));
        InFlightStore store = stores.inFlight(lease);
        Left.Pages left = new Left.Pages(1 << 20);
        store.read(left);
        Takeovers.Taken taken =
                new Takeovers.Taken(lease, store, left.all(), Map.of(), stores.takeovers(TOPIC, 0));
        return new PartitionReader(lanes, taken, committed, new ReaderEvents());
    }

    private static List<ConsumerRecord<byte[], byte[]>> records(long from, long to) {
        return LongStream.range(from, to)
                .mapToObj(offset ->
                        new ConsumerRecord<>(
                                TOPIC,
                                0,
                                offset,
                                new byte[0],
                                RuleMessageCodec.encode(
                                        message(device((int) offset % 100), (int) offset))))
                .toList();
    }

    @Test
    void letsTheOthersPassAMessageThatHangsHoweverManyTheyAre() {
        PartitionReader reader = reader(this::hangAtTheFirst, AT_START);
        int all = 3 * OffsetWindow.CAPACITY;
        for (int from = 0; from < all; from += 1_000) {
            reader.take(records(from, Math.min(all, from + 1_000)));
            reader.relieve();
            assertThat(reader.heldBytes()).isZero();
        }

        assertThat(started).hasSize(all);
        assertThat(stores.all()).as("it stands where a new owner finds it").hasSize(1);
        OffsetAndMetadata progress = reader.progress();
        assertThat(progress).isNotNull();
        assertThat(progress.offset()).isEqualTo(all);
    }

    @Test
    void readsNoFurtherThanItsWindowWhileWhatHangsCannotBeMovedOut() {
        PartitionReader reader = reader(this::hangAtTheFirst, AT_START);

        reader.take(records(0, OffsetWindow.CAPACITY + 10));

        assertThat(reader.heldBytes()).isPositive();
        assertThat(started).hasSize(OffsetWindow.CAPACITY);

        hanging.getFirst().end(DONE);
        reader.take(List.of());
        assertThat(reader.heldBytes()).isZero();
        assertThat(started).hasSize(OffsetWindow.CAPACITY + 10);
    }

    @Test
    void holdsRecordsInTheirOrderWhileTheRoomForWaitingMessagesIsFull() {
        PartitionReader reader = reader(this::hangAtTheFirst, AT_START);
        reader.holdBack(true);

        reader.take(records(0, 100));
        assertThat(started).isEmpty();
        assertThat(reader.heldBytes()).isPositive();
        assertThat(reader.next()).isZero();

        reader.holdBack(false);
        reader.take(records(100, 150));
        assertThat(started).containsExactlyElementsOf(IntStream.range(0, 150).boxed().toList());
        assertThat(reader.heldBytes()).isZero();
    }

    @Test
    void holdsTheRecordsOfAFastTenantThatDoNotStartInAMoment() {
        AtomicLong now = new AtomicLong();
        LaneEngine narrow = NarrowLanes.engine(letters, now);
        Queue<Attempt> running = new ArrayDeque<>();
        PartitionReader reader = reader(narrow, running::add, AT_START);
        for (int from = 0; from < 1_000; from += 100) {
            reader.take(records(from, from + 100));
            endAll(running);
            now.addAndGet(Duration.ofMillis(50).toNanos());
            narrow.sweep();
            now.addAndGet(Duration.ofMillis(50).toNanos());
            narrow.sweep();
        }
        assertThat(reader.next()).isEqualTo(1_000);

        reader.take(records(1_000, 3_000));
        assertThat(reader.next()).isBetween(1_050L, 1_500L);
        assertThat(reader.heldBytes()).isPositive();

        while (reader.heldBytes() > 0) {
            long before = reader.next();
            endAll(running);
            reader.take(List.of());
            assertThat(reader.next()).isGreaterThan(before);
        }
        assertThat(reader.next()).isEqualTo(3_000);
    }

    private static void endAll(Queue<Attempt> running) {
        while (!running.isEmpty()) {
            running.remove().end(DONE);
        }
    }

    @Test
    void doesNotRunTwiceWhatAFormerOwnerMovedOutOfTheLogBeforeItDied() {
        PartitionReader former = reader(this::hangAtTheFirst, AT_START);
        former.take(records(0, 3));
        former.lanes().relieveLog(1);

        PartitionReader reader = reader(this::hangAtTheFirst, AT_START);
        started.clear();
        reader.take(records(0, 3));

        assertThat(started).doesNotContain(0).containsExactly(1, 2);
    }

    @Test
    void repeatsWhatEndedBeforeATakeoverOnlyWhereItWasNotCommitted() {
        PartitionReader former = reader(this::hangAtTheFirst, AT_START);
        former.take(records(0, 5));
        OffsetAndMetadata progress = former.progress();
        assertThat(progress).isNotNull();
        assertThat(progress.offset()).isZero();

        started.clear();
        PartitionReader reader = reader(this::hangAtTheFirst, progress);
        reader.take(records(0, 7));

        assertThat(started).containsExactly(0, 5, 6);
    }

    @Test
    void keepsARecordThatIsNoMessageAsADeadLetterWithItsBytes() {
        List<Attempt> attempts = new ArrayList<>();
        PartitionReader reader = reader(attempts::add, AT_START);

        reader.take(
                List.of(
                        new ConsumerRecord<>(
                                TOPIC,
                                0,
                                0,
                                new byte[0],
                                "no message".getBytes(StandardCharsets.UTF_8))));

        assertThat(attempts.getFirst().message().type()).isEqualTo(RecordReader.UNREADABLE);
        assertThat(attempts.getFirst().message().metadata().get("offset")).isEqualTo("0");
        assertThat(attempts.getFirst().message().payload().text()).isEqualTo("bm8gbWVzc2FnZQ==");
    }
}
