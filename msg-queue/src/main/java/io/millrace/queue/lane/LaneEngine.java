// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.InFlightStore;
import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.Unfinished;
import io.millrace.queue.lane.TenantRoom.Budgets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lanes of an instance, of all its queues, and the room that they share. It is made, then {@linkplain #start
 * started} once, then closed. Safe for use by many threads.
 */
public final class LaneEngine implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LaneEngine.class);
    private static final Duration SWEEP_INTERVAL = Duration.ofMillis(50);

    /** The room's limits follow the pace of the chains every tenth of a second. */
    private static final int SWEEPS_PER_TICK = 2;

    /** How long the in-flight store may take for what is handed over. */
    private static final Duration STORE_LIMIT = Duration.ofSeconds(10);

    /**
     * What the lanes reach for outside.
     *
     * @param weights times what is free of the room, by tenant; 1 is the ordinary one
     * @param clock measures deadlines and pauses; stands still in an outage
     * @param ticker measures how long a sender waits, in nanoseconds; never stands still
     */
    public record Environment(
            DeadLetterStore deadLetters,
            QueueListener listener,
            ToDoubleFunction<TenantId> weights,
            StandstillClock clock,
            LongSupplier ticker,
            Clock wallClock) {

        /** One that measures real time. */
        public static Environment of(
                DeadLetterStore deadLetters,
                QueueListener listener,
                ToDoubleFunction<TenantId> weights,
                StandstillClock clock) {
            return new Environment(
                    deadLetters, listener, weights, clock, System::nanoTime, Clock.systemUTC());
        }
    }

    private final LaneSettings settings;
    private final Environment environment;
    private final Room room;
    private final int run = ThreadLocalRandom.current().nextInt();
    private final Outbound outbound;
    private final List<LanePartition> partitions = new CopyOnWriteArrayList<>();

    /** Those of the partitions that are to go as soon as nothing is in flight in them. */
    private final Set<LanePartition> leaving = ConcurrentHashMap.newKeySet();

    /** Guards the step of a partition's lines to the past: whoever reads the ledger finds each once. */
    private final Object ledgerLock = new Object();

    private final PastAccounts past = new PastAccounts();
    private int added;

    private volatile @Nullable AttemptHandler handler;
    private volatile boolean stopped;
    private int sweeps;
    private @Nullable Thread sweeper;

    public LaneEngine(LaneSettings settings, Environment environment) {
        this.settings = settings;
        this.environment = environment;
        this.room =
                new Room(Budgets.of(settings), environment.weights(), environment.clock()::nanos);
        this.outbound = new Outbound(room);
    }

    /**
     * Begins to watch deadlines and pauses.
     *
     * @param newHandler is called for every attempt from now on
     */
    public void start(AttemptHandler newHandler) {
        prepare(newHandler);
        sweeper = Thread.ofPlatform().daemon().name("queue-sweeper").start(this::sweepUntilStopped);
    }

    /** All of {@link #start} but the thread, for those who sweep by hand. */
    public void prepare(AttemptHandler newHandler) {
        if (handler != null) {
            throw new IllegalStateException("already started");
        }
        handler = newHandler;
    }

    /** Whether it was started. */
    public boolean isStarted() {
        return handler != null;
    }

    /**
     * Adds a part of a queue, closed as yet.
     *
     * @param inFlight keeps what takes long
     */
    public synchronized LanePartition add(NamedQueue queue, InFlightStore inFlight) {
        AttemptHandler started = handler;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        LaneDependencies around =
                new LaneDependencies(
                        started,
                        inFlight,
                        environment.deadLetters(),
                        environment.listener(),
                        environment.clock(),
                        environment.ticker(),
                        environment.wallClock());
        DeliveryIds ids = new DeliveryIds(added++, run, environment.wallClock());
        LanePartition partition = new LanePartition(queue, settings, around, room, ids);
        partitions.add(partition);
        return partition;
    }

    /** Lets parts of a queue that is gone go, too, as soon as what is in flight in them has ended. */
    public void release(Collection<LanePartition> gone) {
        leaving.addAll(gone);
    }

    private void dissolveIdle() {
        Set<LanePartition> idle = new HashSet<>();
        synchronized (ledgerLock) {
            for (LanePartition partition : leaving) {
                List<LedgerLine> lines = partition.dissolve();
                if (lines != null) {
                    past.add(lines);
                    idle.add(partition);
                }
            }
            partitions.removeAll(idle);
        }
        leaving.removeAll(idle);
        Set<NamedQueue> left =
                partitions.stream().map(LanePartition::queue).collect(Collectors.toSet());
        idle.stream()
                .map(LanePartition::queue)
                .filter(queue -> !left.contains(queue))
                .forEach(room::forget);
    }

    private void sweepUntilStopped() {
        while (!stopped) {
            LockSupport.parkNanos(SWEEP_INTERVAL.toNanos());
            try {
                sweep();
            } catch (RuntimeException e) {
                // Without sweeps no deadline would ever pass; the next one may fare better.
                log.error("Queue sweep failed; retrying at the next interval", e);
            }
        }
    }

    /** Lets pass what is due; called by the engine's own thread, unless it was only {@linkplain #prepare prepared}. */
    public void sweep() {
        sweeps++;
        if (sweeps % SWEEPS_PER_TICK == 0) {
            room.tick();
        }
        partitions.forEach(LanePartition::sweep);
        if (!leaving.isEmpty()) {
            dissolveIdle();
        }
        LanePartition.startAdmitted(room.admitAll());
    }

    /** What became of all messages since the start; it balances, whenever it is asked for. */
    public Ledger ledger() {
        List<LedgerLine> lines = new ArrayList<>(outbound.ledger());
        synchronized (ledgerLock) {
            lines.addAll(past.lines());
            partitions.forEach(partition -> lines.addAll(partition.ledger()));
        }
        return Ledger.of(lines);
    }

    /** How full the room for what waits in lanes and came from outside is: 1 and more when it is full. */
    public double waitingFill() {
        SharedBudget budget = room.budgets().fromDevices();
        return (double) budget.held() / Math.max(1, budget.capacity());
    }

    /** What is on its way into a log. */
    public Outbound outbound() {
        return outbound;
    }

    /** The deliveries of a message that have not ended. */
    public List<Unfinished> find(UUID message) {
        return partitions.stream().flatMap(partition -> partition.find(message).stream()).toList();
    }

    /** How many parts of queues there are. */
    public int partitions() {
        return partitions.size();
    }

    /** For how many chains of queues room is kept. */
    public int chains() {
        return room.chains();
    }

    /** How full the lanes are. */
    public QueueLoad load() {
        Budgets budgets = room.budgets();
        return new QueueLoad(
                budgets.running().held(),
                budgets.running().capacity(),
                partitions.stream().mapToInt(LanePartition::lanes).sum(),
                room.waitingLanes(),
                budgets.fromDevices().held(),
                budgets.fromDevices().capacity(),
                budgets.made().held(),
                budgets.made().capacity());
    }

    /** Takes nothing in any more, and waits for what is in flight as long as the settings say. */
    public void drain() {
        partitions.forEach(LanePartition::close);
        long giveUpAt = System.nanoTime() + settings.drain().toNanos();
        while (System.nanoTime() < giveUpAt
                && !partitions.stream().allMatch(LanePartition::isIdle)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Gives up what has not ended, and waits until all that needs it stands in the in-flight store. */
    @Override
    public void close() {
        stopped = true;
        Thread thread = sweeper;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
        long before = handedOver();
        CompletableFuture<?>[] writes =
                partitions.stream().map(LanePartition::handOver).toArray(CompletableFuture[]::new);
        long handedOver = handedOver() - before;
        if (handedOver > 0) {
            log.info(
                    "Stopped with {} unfinished messages; the next start delivers them",
                    handedOver);
        }
        CompletableFuture.allOf(writes)
                .orTimeout(STORE_LIMIT.toSeconds(), TimeUnit.SECONDS)
                .exceptionally(error -> {
                    log.error(
                            "Cannot store all unfinished messages; those without a PUBACK must be sent again by their devices",
                            error);
                    return null;
                })
                .join();
    }

    private long handedOver() {
        return ledger().total().ended().getOrDefault(Outcome.HANDED_OVER, 0L);
    }
}
