// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import io.millrace.message.id.TenantId;
import io.millrace.queue.AttemptHandler;
import io.millrace.queue.DeadLetterStore;
import io.millrace.queue.Ledger;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueContent;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.Unfinished;
import io.millrace.queue.lane.account.PastAccounts;
import io.millrace.queue.lane.room.Budgets;
import io.millrace.queue.lane.room.Claim;
import io.millrace.queue.lane.room.Room;
import io.millrace.queue.lane.room.SharedBudget;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
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
 * The lanes of all queues of an instance, and the room that they share. It is created, then {@linkplain #start started}
 * once, then closed. Safe for use by many threads.
 */
public final class LaneEngine implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(LaneEngine.class);
    private static final Duration SWEEP_INTERVAL = Duration.ofMillis(50);

    /** The same while nothing is in flight. */
    private static final Duration REST = Duration.ofSeconds(5);

    /** The limits of chains are adjusted to their pace every second sweep, which is every 100 ms. */
    private static final int SWEEPS_PER_TICK = 2;

    /** A message whose sender has no receipt after this time is reported, unless deadlines stand still. */
    private static final Duration OLD_RECEIPT = Duration.ofMinutes(5);

    /** Waiting messages of all tenants, as a multiple of their budget, at which shared queues are held back. */
    private static final double MOST_WAITING = 1.25;

    private static final int SWEEPS_PER_REPORT = 1_200;

    /** Time limit for storing the deliveries that are handed over on close. */
    private static final Duration STORE_LIMIT = Duration.ofSeconds(10);

    /**
     * The stores, clocks and listener that the lanes use.
     *
     * @param weights weight of a tenant: the factor by which the free room is multiplied to get the tenant's limit; 1
     *     is the ordinary one
     * @param clock measures deadlines and back-offs; stands still in an outage
     * @param ticker measures how long a sender waits, in nanoseconds; never stands still
     * @param answers runs what follows a read of the in-flight store; never in the thread that calls it
     */
    public record Environment(
            DeadLetterStore deadLetters,
            QueueListener listener,
            ToDoubleFunction<TenantId> weights,
            StandstillClock clock,
            LongSupplier ticker,
            Clock wallClock,
            Executor answers) {

        /** Creates an environment that measures real time. */
        public static Environment of(
                DeadLetterStore deadLetters,
                QueueListener listener,
                ToDoubleFunction<TenantId> weights,
                StandstillClock clock) {
            return new Environment(
                    deadLetters,
                    listener,
                    weights,
                    clock,
                    System::nanoTime,
                    Clock.systemUTC(),
                    task -> Thread.ofVirtual().name("queue-loaded").start(task));
        }
    }

    private final LaneSettings settings;
    private final Environment environment;
    private final Room room;
    private final int run = ThreadLocalRandom.current().nextInt();
    private final Outbound outbound;
    private final List<LanePartition> partitions = new CopyOnWriteArrayList<>();

    /** Partitions of removed queues; each is removed as soon as nothing is in flight in it. */
    private final Set<LanePartition> leaving = ConcurrentHashMap.newKeySet();

    /**
     * Guards the move of a partition's ledger lines to {@link #past}, so that a reader of the ledger finds each line
     * once.
     */
    private final Object ledgerLock = new Object();

    private final PastAccounts past = new PastAccounts();
    private int added;

    private volatile @Nullable AttemptHandler handler;
    private final Sweeper sweeper = new Sweeper(new Sweeps(), SWEEP_INTERVAL, REST);
    private int sweeps;

    public LaneEngine(LaneSettings settings, Environment environment) {
        this.settings = settings;
        this.environment = environment;
        this.room = new Room(budgets(settings), environment.weights(), environment.clock()::nanos);
        this.outbound = new Outbound(room);
    }

    /**
     * Starts the thread that watches deadlines and back-offs.
     *
     * @param newHandler called for every attempt from now on
     */
    public void start(AttemptHandler newHandler) {
        prepare(newHandler);
        sweeper.start();
    }

    /** Does the same as {@link #start} without the thread, for callers that sweep themselves. */
    public void prepare(AttemptHandler newHandler) {
        if (handler != null) {
            throw new IllegalStateException("already started");
        }
        handler = newHandler;
    }

    public boolean isStarted() {
        return handler != null;
    }

    private static Budgets budgets(LaneSettings settings) {
        return new Budgets(
                new SharedBudget(settings.maxRunning()),
                new SharedBudget(settings.maxRunningBytes()),
                new SharedBudget(settings.maxDetached()),
                new SharedBudget(settings.maxWaitingBytes()),
                new SharedBudget(settings.maxMadeBytes()),
                new SharedBudget(settings.maxParkedBytes()),
                new SharedBudget(settings.maxOutboundBytes()),
                new SharedBudget(settings.maxOutboundMadeBytes()));
    }

    /** Adds a partition of a queue; it is closed until it is opened. */
    public synchronized LanePartition add(NamedQueue queue) {
        AttemptHandler started = handler;
        if (started == null) {
            throw new IllegalStateException("not started");
        }
        LaneDependencies around =
                new LaneDependencies(
                        started,
                        environment.deadLetters(),
                        environment.listener(),
                        environment.clock(),
                        environment.ticker(),
                        environment.wallClock(),
                        environment.answers(),
                        sweeper::wake);
        DeliveryIds ids = new DeliveryIds(added++, run, environment.wallClock());
        LanePartition partition = new LanePartition(queue, settings, around, room, ids);
        partitions.add(partition);
        return partition;
    }

    /** Removes partitions of a queue that was removed, each as soon as the deliveries in flight in it have ended. */
    public void release(Collection<LanePartition> gone) {
        leaving.addAll(gone);
        sweeper.wake();
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

    private final class Sweeps implements Sweeper.Work {

        @Override
        public void sweep() {
            LaneEngine.this.sweep();
        }

        @Override
        public boolean isQuiet() {
            return LaneEngine.this.isQuiet();
        }

        @Override
        public void failed() {
            taskFailed(Sweeper.THREAD_NAME);
        }
    }

    /** True if a sweep has nothing to do, because nothing is in flight. */
    public boolean isQuiet() {
        return leaving.isEmpty() && partitions.stream().allMatch(LanePartition::isQuiet);
    }

    /** True while sweeps are rare, because nothing is in flight. */
    boolean isResting() {
        return sweeper.isResting();
    }

    /** Counts a failed run of a background task of the queue. */
    public void taskFailed(String task) {
        environment.listener().taskFailed(task);
    }

    /**
     * Ends overdue attempts, restarts due retries and admits waiting lanes. Called by the engine's own thread, unless
     * it was only {@linkplain #prepare prepared}.
     */
    public void sweep() {
        sweeps++;
        if (sweeps % SWEEPS_PER_TICK == 0) {
            room.tick();
        }
        partitions.forEach(LanePartition::sweep);
        if (sweeps % SWEEPS_PER_REPORT == 0) {
            reportOldReceipt();
        }
        if (!leaving.isEmpty()) {
            dissolveIdle();
        }
        room.admitAll().forEach(Claim::admit);
    }

    private void reportOldReceipt() {
        long now = environment.ticker().getAsLong();
        LanePartition.OldReceipt oldest = oldestReceipt();
        if (oldest != null
                && now - oldest.tick() > OLD_RECEIPT.toNanos()
                && !environment.clock().isStopped()) {
            log.warn(
                    "Message {} in queue {} was accepted {} s ago, and its sender has no receipt yet",
                    oldest.message(),
                    oldest.queue().key().name(),
                    Duration.ofNanos(now - oldest.tick()).toSeconds());
        }
    }

    private LanePartition.@Nullable OldReceipt oldestReceipt() {
        return partitions.stream()
                .map(LanePartition::oldestReceipt)
                .filter(Objects::nonNull)
                .min(Comparator.comparingLong(LanePartition.OldReceipt::tick))
                .orElse(null);
    }

    private Duration oldestReceiptAge() {
        LanePartition.OldReceipt oldest = oldestReceipt();
        return oldest == null
                ? Duration.ZERO
                : Duration.ofNanos(environment.ticker().getAsLong() - oldest.tick());
    }

    /** Returns the counts of all messages since the start; they balance at any time. */
    public Ledger ledger() {
        List<LedgerLine> lines = new ArrayList<>(outbound.ledger());
        synchronized (ledgerLock) {
            lines.addAll(past.lines());
            partitions.forEach(partition -> lines.addAll(partition.ledger()));
        }
        return Ledger.of(lines);
    }

    /**
     * True if no more messages of a queue should be read from its log. The queue of an isolated tenant is held back by its
     * own waiting messages only. The others share their partitions: what waits beyond a tenant's share is moved out of
     * memory, and they are held back only while that takes too long.
     *
     * @param before what this method returned last for the queue
     */
    public boolean holdsBack(NamedQueue queue, boolean before) {
        if (!queue.key().isShared()) {
            return room.isFull(queue.key().tenant(), before);
        }
        SharedBudget budget = room.budgets().fromDevices();
        return budget.held() >= (before ? 1 : MOST_WAITING) * budget.capacity();
    }

    /** The tenants of whose messages more are parked here than their shares allow. */
    public Set<TenantId> overloaded() {
        return room.overloaded();
    }

    /** The messages that are being written to a log. */
    public Outbound outbound() {
        return outbound;
    }

    /** Returns the deliveries of a message that have not ended. */
    public List<Unfinished> find(UUID message) {
        return partitions.stream().flatMap(partition -> partition.find(message).stream()).toList();
    }

    /**
     * Returns what is in the queues that have partitions here.
     *
     * @param tenant counts only messages of this tenant; null: all messages
     */
    public List<QueueContent> contents(@Nullable TenantId tenant) {
        Map<QueueKey, QueueContent> byQueue = new HashMap<>();
        for (LanePartition partition : partitions) {
            QueueContent part = partition.content(tenant);
            byQueue.merge(part.queue(), part, QueueContent::plus);
        }
        return List.copyOf(byQueue.values());
    }

    /** Gives up what is kept of a tenant that was deleted, except where its messages are still in flight. */
    public void forget(TenantId tenant) {
        outbound.forget(tenant);
        partitions.forEach(partition -> partition.forget(tenant));
    }

    /** Number of partitions of all queues. */
    public int partitions() {
        return partitions.size();
    }

    /** Number of chains, counted per queue, that have an entry in the room. */
    public int chains() {
        return room.chains();
    }

    /** How full the lanes are. */
    public QueueLoad load() {
        Budgets budgets = room.budgets();
        return new QueueLoad(
                budgets.running().held(),
                budgets.running().capacity(),
                budgets.runningBytes().held(),
                budgets.runningBytes().capacity(),
                partitions.stream().mapToInt(LanePartition::lanes).sum(),
                room.waitingLanes(),
                budgets.fromDevices().held(),
                budgets.fromDevices().capacity(),
                budgets.made().held(),
                budgets.made().capacity(),
                budgets.parked().held(),
                budgets.parked().capacity(),
                oldestReceiptAge(),
                outbound.waiting());
    }

    /** Takes no more messages, and waits for those in flight as long as the settings allow. */
    public void drain() {
        partitions.forEach(LanePartition::close);
        long giveUpAt = System.nanoTime() + settings.drain().toNanos();
        while (System.nanoTime() < giveUpAt
                && !partitions.stream().allMatch(LanePartition::isIdle)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
        }
    }

    /** Hands over the deliveries that have not ended, and waits until those that need it are in the in-flight store. */
    @Override
    public void close() {
        sweeper.stop();
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
                            "Cannot store all unfinished messages;"
                                    + " those without a PUBACK must be sent again by their devices",
                            error);
                    return null;
                })
                .join();
    }

    private long handedOver() {
        return ledger().total().ended().getOrDefault(Outcome.HANDED_OVER, 0L);
    }
}
