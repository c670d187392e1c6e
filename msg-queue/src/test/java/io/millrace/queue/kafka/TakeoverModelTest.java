// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.message.delivery.Path;
import io.millrace.queue.DeadLetter;
import io.millrace.queue.DeliveryEnd;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.StartOrder;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.queue.lane.Left;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories of one partition over a simulated clock: records, results, failures, hangs, commits, and owners that
 * hand it over, die, or are paused and wake up when another has it. A bystander keeps books and compares.
 */
class TakeoverModelTest {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final AttemptResult FAILED =
            new AttemptResult.Failed(Path.EMPTY, Failure.of("broken"));
    private static final String TOPIC = "model";
    private static final int STEPS = 1_500;
    private static final int MAX_RUNNING = 40;

    /** Messages that come back for another attempt wait whether there is room or not. */
    private static final int MAX_BACKOFF = 100;

    /** The least that a tenant may hold: room for about a hundred messages, so that many are parked. */
    private static final int MAX_WAITING_BYTES = 64 << 10;

    private final AtomicLong ticker = new AtomicLong();
    private final FencedStores stores = new FencedStores();
    private final List<ConsumerRecord<byte[], byte[]>> log = new ArrayList<>();
    private final Map<Integer, Long> offsets = new HashMap<>();
    private long nextOffset = 7;

    /** By number of the message. */
    private final Set<Integer> ended = new HashSet<>();

    private final Set<Integer> buried = new HashSet<>();
    private final Set<Integer> committedAsEnded = new HashSet<>();
    private @Nullable OffsetAndMetadata committed;
    private SubmitStrategy strategy = SubmitStrategy.BURST;

    @SuppressWarnings("NullAway.Init") // the test begins by setting it
    private Owner owner;

    private long mostParked;

    private final List<Owner> paused = new ArrayList<>();

    static Stream<Arguments> strategiesAndSeeds() {
        return Stream.of(SubmitStrategy.values())
                .flatMap(each -> new Random().longs(6).mapToObj(seed -> Arguments.of(each, seed)));
    }

    @ParameterizedTest(name = "{0}, seed {1}")
    @MethodSource("strategiesAndSeeds")
    void losesNothingRepeatsNothingCommittedAndKeepsOrderAcrossOwners(
            SubmitStrategy submit, long seed) {
        strategy = submit;
        Random random = new Random(seed);
        owner = new Owner();
        for (int step = 0; step < STEPS; step++) {
            switch (random.nextInt(20)) {
                case 0, 1, 2, 3, 4 -> append(random);
                case 5, 6, 7 -> owner.poll(1 + random.nextInt(20));
                case 8, 9, 10, 11, 12, 13 -> owner.endOne(random);
                case 14, 15, 16 -> pass(Duration.ofMillis(random.nextInt(1_500)));
                case 17 -> commit(owner);
                case 18 -> {
                    if (random.nextInt(4) == 0) {
                        owner.lanes.relieveLog(random.nextInt(10));
                    }
                }
                default -> {
                    if (random.nextInt(5) == 0) {
                        change(random);
                    }
                }
            }
            owner.check();
            paused.forEach(Owner::check);
        }
        comeToRest();

        assertThat(ended).hasSize(log.size());
        assertThat(stores.all()).isEmpty();
        assertThat(mostParked).as("bytes of parked messages").isPositive();
        assertThat(committed).isNotNull();
        assertThat(committed.offset()).isEqualTo(log.getLast().offset() + 1);
    }

    private void append(Random random) {
        for (int i = random.nextInt(2); i >= 0; i--) {
            appendOne(random);
        }
    }

    private void appendOne(Random random) {
        int number = log.size();
        RuleMessage message = message(device(1 + random.nextInt(5)), number);
        log.add(
                new ConsumerRecord<>(
                        TOPIC, 0, nextOffset, new byte[0], RuleMessageCodec.encode(message)));
        offsets.put(number, nextOffset);
        nextOffset += random.nextInt(8) == 0 ? 1 + random.nextInt(5) : 1;
    }

    private void pass(Duration time) {
        ticker.addAndGet(time.toNanos());
        owner.engine.sweep();
    }

    /** I1 and I7: what a commit calls ended has ended, or stands where a new owner finds it. */
    private void commit(Owner by) {
        OffsetAndMetadata progress = by.reader.progress();
        if (progress == null) {
            return;
        }
        by.reader.committed(progress);
        committed = progress;
        committedAsEnded.clear();
        Set<Integer> kept = new HashSet<>();
        stores.all().forEach(row -> kept.add(numberOf(row.message())));
        offsets.forEach((number, offset) -> {
            if (isEnded(progress, offset)) {
                assertThat(ended.contains(number) || kept.contains(number))
                        .as("message %s is committed, and neither ended nor kept", number)
                        .isTrue();
                if (!kept.contains(number)) {
                    committedAsEnded.add(number);
                }
            }
        });
    }

    private static boolean isEnded(OffsetAndMetadata progress, long offset) {
        if (offset < progress.offset()) {
            return true;
        }
        boolean[] found = new boolean[1];
        EndedOffsets.parse(progress.metadata())
                .forEach((from, length) -> {
                    long first = progress.offset() + from;
                    found[0] |= offset >= first && offset < first + length;
                });
        return found[0];
    }

    /** Another instance gets the partition. */
    private void change(Random random) {
        switch (random.nextInt(3)) {
            case 0 -> {
                var _ = owner.reader.handOverWaiting();
                for (int i = 0; i < 30 && !owner.reader.isAtRest(); i++) {
                    owner.endOne(random);
                }
                var _ = owner.reader.handOver();
                commit(owner);
            }
            case 1 -> owner.dead = true;
            default -> paused.add(owner);
        }
        owner = new Owner();
        if (!paused.isEmpty() && random.nextBoolean()) {
            Owner awake = paused.removeFirst();
            for (int i = 0; i < 5; i++) {
                awake.endOne(random);
            }
            var _ = awake.reader.handOver();
        }
    }

    private void comeToRest() {
        for (Owner former : paused) {
            var _ = former.reader.handOver();
        }
        for (int i = 0; i < 10_000 && (owner.next < log.size() || !owner.isIdle()); i++) {
            owner.poll(100);
            owner.endAll();
            pass(Duration.ofSeconds(1));
        }
        commit(owner);
    }

    /** An instance while it has the partition, or believes so. */
    private final class Owner {

        private final List<Attempt> running = new ArrayList<>();
        private final StartOrder order = new StartOrder(strategy, ticker::get);
        private final LaneEngine engine;
        private final LanePartition lanes;
        private final PartitionReader reader;
        private final Lease lease;
        private int next;
        private final Queue<Runnable> answers = new ArrayDeque<>();
        private boolean dead;

        Owner() {
            engine =
                    new LaneEngine(
                            new LaneSettings(
                                    MAX_RUNNING,
                                    64 << 20,
                                    MAX_WAITING_BYTES,
                                    1 << 20,
                                    1 << 20,
                                    1 << 20,
                                    8,
                                    MAX_BACKOFF,
                                    Duration.ofSeconds(1),
                                    Duration.ZERO),
                            new LaneEngine.Environment(
                                    this::bury,
                                    new Endings(),
                                    _ -> 1,
                                    new StandstillClock(ticker::get),
                                    ticker::get,
                                    Clock.systemUTC(),
                                    answers::add));
            engine.prepare(this::started);
            lease = stores.takeOver(TOPIC, 0);
            InFlightStore inFlight = stores.inFlight(lease);
            Left.Pages left = new Left.Pages(2_000);
            inFlight.read(left);
            inFlight.all().forEach(row -> order.redelivers(row.message()));
            lanes = engine.add(new NamedQueue(definition()));
            long first = log.isEmpty() ? nextOffset : log.getFirst().offset();
            Takeovers.Taken taken =
                    new Takeovers.Taken(lease, inFlight, left.all(), Map.of(), List.of());
            OffsetAndMetadata present =
                    committed == null ? new OffsetAndMetadata(first) : committed;
            reader = new PartitionReader(lanes, taken, present, new ReaderEvents());
            long from = committed == null ? 0 : committed.offset();
            next = (int) log.stream().filter(record -> record.offset() < from).count();
        }

        private CompletableFuture<Void> bury(DeadLetter letter) {
            if (dead || !stores.isValid(lease)) {
                return CompletableFuture.failedFuture(new LeaseOverException(lease));
            }
            buried.add(numberOf(letter.message()));
            return CompletableFuture.completedFuture(null);
        }

        void poll(int most) {
            int to = Math.min(log.size(), next + most);
            reader.take(log.subList(next, to));
            next = to;
        }

        private void started(Attempt attempt) {
            int number = numberOf(attempt.message());
            if (stores.isValid(lease)) {
                assertThat(committedAsEnded)
                        .as("message %s is committed as ended and starts again", number)
                        .doesNotContain(number);
            }
            order.started(attempt, running);
            running.add(attempt);
        }

        void endOne(Random random) {
            load(random.nextInt(4));
            if (!running.isEmpty()) {
                running.remove(random.nextInt(running.size()))
                        .end(random.nextInt(4) == 0 ? FAILED : DONE);
            }
        }

        /** Answers reads of parked messages. */
        private void load(int most) {
            for (int i = 0; i < most && !answers.isEmpty(); i++) {
                answers.remove().run();
            }
        }

        void endAll() {
            load(Integer.MAX_VALUE);
            while (!running.isEmpty()) {
                running.removeFirst().end(DONE);
                load(Integer.MAX_VALUE);
            }
        }

        boolean isIdle() {
            return engine.ledger().total().allInFlight() == 0 && reader.heldBytes() == 0;
        }

        /** I4, and the ledger at every instant. */
        void check() {
            LedgerLine total = engine.ledger().total();
            assertThat(total.isBalanced()).as("%s", total).isTrue();
            QueueLoad load = engine.load();
            assertThat(load.running()).isLessThanOrEqualTo(MAX_RUNNING);
            if (stores.isValid(lease)) {
                assertThat(load.waitingBytes())
                        .isBetween(0L, (long) MAX_WAITING_BYTES + MAX_BACKOFF * 600);
            }
            mostParked = Math.max(mostParked, load.parkedBytes());
            if (isIdle()) {
                assertThat(load.waitingBytes()).isZero();
                assertThat(load.madeBytes()).isZero();
                assertThat(load.parkedBytes()).isZero();
            }
        }

        /** I3: a delivery ends once in the hands of an owner, and what a former owner ends does not count. */
        private final class Endings implements QueueListener {

            private final Set<Integer> mine = new HashSet<>();

            @Override
            public void ended(DeliveryEnd end) {
                if (!stores.isValid(lease)) {
                    // Nothing that it did under a lease that is over has had an effect.
                    return;
                }
                int number = numberOf(end.message());
                assertThat(mine.add(number)).as("message %s ends once", number).isTrue();
                if (end.outcome() == Outcome.DEAD_LETTERED) {
                    assertThat(buried).contains(number);
                }
                ended.add(number);
            }
        }
    }

    private QueueDefinition definition() {
        return QueueDefinition.MAIN
                .withSubmit(strategy, 5)
                .withRetry(
                        new RetryPolicy(
                                3,
                                true,
                                true,
                                Duration.ofSeconds(1),
                                Duration.ofSeconds(4),
                                false));
    }
}
