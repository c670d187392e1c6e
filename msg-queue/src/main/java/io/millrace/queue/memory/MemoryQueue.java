// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.Ledger;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.Partitioner;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.Receipt;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.Unfinished;
import io.millrace.queue.memory.TenantRoom.Budgets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queue inside one process. Messages run as soon as there is room; a message that takes longer than {@link
 * MemoryQueueSettings#storeAfter} is written to the in-flight store, its sender is told, and a restart finds it.
 *
 * <p>It is made, then {@linkplain #start started} once, then closed.
 */
public final class MemoryQueue implements MessageQueue, AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(MemoryQueue.class);
    private static final Duration SWEEP_INTERVAL = Duration.ofMillis(50);

    /** The room's limits follow the pace of the chains every tenth of a second. */
    private static final int SWEEPS_PER_TICK = 2;

    /** How long the in-flight store may take for what is handed over. */
    private static final Duration STORE_LIMIT = Duration.ofSeconds(10);

    private final QueueDefinition definition;
    private final MemoryQueueSettings settings;
    private final InFlightStore inFlight;
    private final DeadLetterStore deadLetters;
    private final QueueListener listener;
    private final StandstillClock clock;
    private final LongSupplier ticker;
    private final Clock wallClock;
    private final Partitioner partitioner;

    private final Room room;

    private volatile LanePartition @Nullable [] partitions;
    private volatile boolean stopped;
    private int sweeps;
    private @Nullable Thread sweeper;

    /** A queue that measures real time. */
    public MemoryQueue(
            QueueDefinition definition,
            MemoryQueueSettings settings,
            InFlightStore inFlight,
            DeadLetterStore deadLetters,
            QueueListener listener,
            StandstillClock clock) {
        this(
                definition,
                settings,
                inFlight,
                deadLetters,
                listener,
                _ -> 1,
                clock,
                System::nanoTime,
                Clock.systemUTC());
    }

    MemoryQueue(
            QueueDefinition definition,
            MemoryQueueSettings settings,
            InFlightStore inFlight,
            DeadLetterStore deadLetters,
            QueueListener listener,
            ToDoubleFunction<TenantId> weights,
            StandstillClock clock,
            LongSupplier ticker,
            Clock wallClock) {
        this.definition = definition;
        this.settings = settings;
        this.inFlight = inFlight;
        this.deadLetters = deadLetters;
        this.listener = listener;
        this.clock = clock;
        this.ticker = ticker;
        this.wallClock = wallClock;
        this.partitioner = new Partitioner(settings.partitions());
        this.room =
                new Room(
                        Budgets.of(settings),
                        weights,
                        definition.deadline().toNanos(),
                        clock::nanos);
    }

    /**
     * Delivers what the in-flight store kept, then lets new messages in. Blocks until the store has been read.
     *
     * @param handler is called for every attempt from now on
     */
    public void start(AttemptHandler handler) {
        prepare(handler);
        sweeper = Thread.ofPlatform().daemon().name("queue-sweeper").start(this::sweepUntilStopped);
    }

    /** All of {@link #start} but the thread, for tests that sweep by hand. */
    void prepare(AttemptHandler handler) {
        if (partitions != null) {
            throw new IllegalStateException("expected to be started once");
        }
        Surroundings around =
                new Surroundings(
                        handler, inFlight, deadLetters, listener, clock, ticker, wallClock);
        int run = ThreadLocalRandom.current().nextInt();
        LanePartition[] made = new LanePartition[settings.partitions()];
        Arrays.setAll(
                made,
                i ->
                        new LanePartition(
                                definition,
                                settings,
                                around,
                                room,
                                new DeliveryIds(i, run, wallClock)));
        partitions = made;
        List<InFlight> left = inFlight.all();
        left.forEach(stored ->
                made[partitioner.partitionOf(stored.message().originator())].redeliver(stored));
        if (!left.isEmpty()) {
            log.info("delivering {} messages again that the last run left unfinished", left.size());
        }
    }

    @Override
    public Admission submit(RuleMessage message, Source source, Receipt receipt) {
        LanePartition[] all = partitions;
        if (all == null) {
            return Admission.CLOSED;
        }
        Admission admission =
                all[partitioner.partitionOf(message.originator())].submit(message, source, receipt);
        if (admission == Admission.FULL) {
            listener.refused(message);
        }
        return admission;
    }

    @Override
    public void drop(RuleMessage message, Source source) {
        LanePartition[] all = partitions;
        if (all != null) {
            all[partitioner.partitionOf(message.originator())].drop(message, source);
        }
    }

    private void sweepUntilStopped() {
        while (!stopped) {
            LockSupport.parkNanos(SWEEP_INTERVAL.toNanos());
            try {
                sweep();
            } catch (RuntimeException e) {
                // Without sweeps no deadline would ever pass; the next one may fare better.
                log.error("expected to sweep the queue, but", e);
            }
        }
    }

    void sweep() {
        sweeps++;
        if (sweeps % SWEEPS_PER_TICK == 0) {
            room.tick();
        }
        all().forEach(LanePartition::sweep);
        LanePartition.startAdmitted(room.admitAll());
    }

    @Override
    public Ledger ledger() {
        return Ledger.of(all().stream().flatMap(partition -> partition.ledger().stream()).toList());
    }

    @Override
    public List<Unfinished> find(UUID message) {
        return all().stream().flatMap(partition -> partition.find(message).stream()).toList();
    }

    /** How full the queue is. */
    public QueueLoad load() {
        Budgets budgets = room.budgets();
        return new QueueLoad(
                budgets.running().held(),
                budgets.running().capacity(),
                all().stream().mapToInt(LanePartition::lanes).sum(),
                room.waitingLanes(),
                budgets.fromDevices().held(),
                budgets.fromDevices().capacity(),
                budgets.made().held(),
                budgets.made().capacity());
    }

    /**
     * Takes nothing in any more, waits for what is in flight as long as the settings say, and hands the rest over to the
     * next run by the in-flight store.
     */
    @Override
    public void close() {
        List<LanePartition> all = all();
        all.forEach(LanePartition::close);
        long giveUpAt = System.nanoTime() + settings.drain().toNanos();
        while (System.nanoTime() < giveUpAt && !all.stream().allMatch(LanePartition::isIdle)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
        stopped = true;
        Thread thread = sweeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
        keepUnfinished(all);
    }

    private void keepUnfinished(List<LanePartition> all) {
        CompletableFuture<?>[] writes =
                all.stream()
                        .flatMap(partition -> partition.handOver().stream())
                        .map(delivery -> inFlight.put(delivery).toCompletableFuture())
                        .toArray(CompletableFuture[]::new);
        long handedOver = ledger().total().ended().getOrDefault(Outcome.HANDED_OVER, 0L);
        if (handedOver > 0) {
            log.info("{} messages have not ended and wait for the next start", handedOver);
        }
        if (writes.length > 0) {
            CompletableFuture.allOf(writes)
                    .orTimeout(STORE_LIMIT.toSeconds(), TimeUnit.SECONDS)
                    .exceptionally(error -> {
                        log.error("expected to keep all unfinished messages, but", error);
                        return null;
                    })
                    .join();
        }
    }

    private List<LanePartition> all() {
        LanePartition[] made = partitions;
        return made == null ? List.of() : List.of(made);
    }
}
