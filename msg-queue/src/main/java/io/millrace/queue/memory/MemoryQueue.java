// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import io.millrace.message.RuleMessage;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.MessageQueue;
import io.millrace.queue.Partitioner;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.Receipt;
import io.millrace.queue.StandstillClock;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
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
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(10);

    private final QueueDefinition definition;
    private final MemoryQueueSettings settings;
    private final InFlightStore inFlight;
    private final DeadLetterStore deadLetters;
    private final QueueListener listener;
    private final StandstillClock clock;
    private final LongSupplier ticker;
    private final Clock wallClock;
    private final Partitioner partitioner;

    private volatile LanePartition @Nullable [] partitions;
    private volatile boolean stopped;
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
                                definition, settings, around, new DeliveryIds(i, run, wallClock)));
        partitions = made;
        List<InFlight> left = inFlight.all();
        left.forEach(stored ->
                made[partitioner.partitionOf(stored.message().originator())].redeliver(stored));
        if (!left.isEmpty()) {
            log.info("delivering {} messages again that the last run left unfinished", left.size());
        }
    }

    @Override
    public Admission submit(RuleMessage message, Receipt receipt) {
        LanePartition[] all = partitions;
        return all == null
                ? Admission.CLOSED
                : all[partitioner.partitionOf(message.originator())].submit(message, receipt);
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
        for (LanePartition partition : all()) {
            partition.sweep();
        }
    }

    /** How many deliveries are where, over all partitions. */
    public Load load() {
        int running = 0;
        int waiting = 0;
        int backingOff = 0;
        int undecided = 0;
        for (LanePartition partition : all()) {
            LanePartition.Load load = partition.load();
            running += load.running();
            waiting += load.waiting();
            backingOff += load.backingOff();
            undecided += load.undecided();
        }
        return new Load(running, waiting, backingOff, undecided);
    }

    /**
     * Where the deliveries are.
     *
     * @param running in the hands of the engine
     * @param waiting in lanes
     * @param backingOff waiting for their next attempt
     * @param undecided given up, their dead letter not yet on disk
     */
    public record Load(int running, int waiting, int backingOff, int undecided) {}

    /**
     * Takes nothing in any more, waits up to ten seconds for what runs, and writes what is left to the in-flight
     * store.
     */
    @Override
    public void close() {
        List<LanePartition> all = all();
        all.forEach(LanePartition::close);
        long giveUpAt = System.nanoTime() + DRAIN_LIMIT.toNanos();
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
                        .flatMap(partition -> partition.unfinished().stream())
                        .map(delivery -> inFlight.put(delivery.inFlight()).toCompletableFuture())
                        .toArray(CompletableFuture[]::new);
        if (writes.length > 0) {
            log.info("keeping {} unfinished messages for the next start", writes.length);
            CompletableFuture.allOf(writes)
                    .orTimeout(DRAIN_LIMIT.toSeconds(), TimeUnit.SECONDS)
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
