// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Batch.Pending;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Items that wait for their transaction, in lanes. The items of a lane are written in their order, and a lane's next
 * items wait until its last transaction has ended. Under a moderate load a transaction takes the items of all lanes that no
 * other transaction has, because it costs as much as many items. Under a high load it takes one lane, and leaves the others to
 * other threads: the lanes would otherwise wait for their commits at the same time, and the processors would be idle.
 *
 * <p>One thread at a time waits for the next items; the others sleep until it leaves lanes to them. Under a moderate load
 * one thread thus writes all items, and the others are never woken.
 *
 * <p>An item with patience lets others come first, but keeps its place among the items of its lane. Thread-safe.
 */
final class WaitingItems<T> implements CommitListener.Waiting {

    /** So many items of a lane are worth a transaction at once. */
    private static final int ENOUGH = 64;

    /** More items of several lanes are worth a transaction for each lane. */
    private static final int MODERATE = 128;

    /** So many transactions make the average of a lane. */
    private static final int AVERAGED = 4;

    /** A time in nanoseconds that does not pass, and to which a time of the ticker can be added. */
    private static final long NEVER = Long.MAX_VALUE / 4;

    private final String name;
    private final ToIntFunction<T> laneOf;
    private final CommitLimits limits;
    private final long spacingNanos;
    private final LongSupplier ticker;
    private final List<Lane<T>> lanes;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final Condition turn = lock.newCondition();

    /** True while a thread waits for the next items. */
    private boolean gathering;

    /** When that thread looks at the lanes again; an item that must be taken earlier wakes it. */
    private long wakesAt;

    private int count;
    private long bytesUnderWay;
    private boolean closed;

    /**
     * @param name used in messages
     * @param laneOf returns the lane of an item, from 0 to the number of lanes less one
     * @param spacing for how long the items of a lane gather after its transaction
     * @param ticker monotonic time in nanoseconds
     */
    WaitingItems(
            String name,
            int lanes,
            ToIntFunction<T> laneOf,
            CommitLimits limits,
            Duration spacing,
            LongSupplier ticker) {
        this.name = name;
        this.laneOf = laneOf;
        this.limits = limits;
        this.spacingNanos = spacing.toNanos();
        this.ticker = ticker;
        long now = ticker.getAsLong();
        this.lanes = Stream.generate(() -> new Lane<T>(now)).limit(lanes).toList();
    }

    private static final class Lane<T> {

        final ArrayDeque<Pending<T>> items = new ArrayDeque<>();
        boolean taken;

        /** The first of its items in the transaction; null if there are none. */
        @Nullable Pending<T> underWay;

        /** Until when items gather, by the ticker. */
        long gatherUntil;

        /** When the first patience of its items ends, by the ticker; has no meaning without items. */
        long takeBy;

        /** Moving average of the number of items in a transaction. */
        double averageItems;

        Lane(long now) {
            gatherUntil = now;
        }

        void add(Pending<T> item, long itsTakeBy) {
            takeBy = items.isEmpty() || itsTakeBy - takeBy < 0 ? itsTakeBy : takeBy;
            items.add(item);
        }

        void take(@Nullable Pending<T> first, int number) {
            taken = true;
            underWay = first;
            averageItems += (number - averageItems) / AVERAGED;
        }

        void free(long until) {
            taken = false;
            underWay = null;
            gatherUntil = until;
        }

        @Nullable Pending<T> oldest() {
            return underWay == null ? items.peek() : underWay;
        }

        long nanosToGather(long now) {
            return gatherUntil - now;
        }

        /** The time until an item's patience ends; {@link #NEVER} if there are no items. */
        long nanosOfPatience(long now) {
            return items.isEmpty() ? NEVER : takeBy - now;
        }
    }

    /**
     * The items of a transaction.
     *
     * @param items empty if there are no more because all is written and nothing more is accepted
     */
    record Taken<T>(List<Pending<T>> items, List<Lane<T>> lanes) {

        static <T> Taken<T> nothing() {
            return new Taken<>(List.of(), List.of());
        }
    }

    /**
     * Adds an item.
     *
     * @param patience for how long the item may wait for others to share a transaction with; it is taken with the first
     *     of its lane that wait no longer
     * @return completes when the item is on disk; fails with {@link StoreException} if the bytes under way already reach
     *     the limit
     * @throws IllegalStateException after {@link #close}
     */
    CompletionStage<Void> add(T item, long bytes, Duration patience) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        lock.lock();
        try {
            if (closed) {
                throw new IllegalStateException(name + " is closed");
            }
            if (bytesUnderWay > 0 && bytesUnderWay + bytes > limits.waitingBytes()) {
                return CompletableFuture.failedFuture(tooMuch(bytes));
            }
            bytesUnderWay += bytes;
            Lane<T> lane = lanes.get(laneOf.applyAsInt(item));
            Pending<T> pending = new Pending<>(item, bytes, ticker.getAsLong(), done);
            long takeBy = pending.since() + patience.toNanos();
            lane.add(pending, takeBy);
            count++;
            if (!lane.taken && (lane.items.size() == ENOUGH || takeBy - wakesAt < 0)) {
                wakesAt = takeBy;
                arrived.signal();
            }
        } finally {
            lock.unlock();
        }
        return done;
    }

    private StoreException tooMuch(long bytes) {
        return new StoreException(
                "%s: cannot accept %d bytes; %d of at most %d bytes already wait to be written"
                        .formatted(name, bytes, bytesUnderWay, limits.waitingBytes()));
    }

    @Override
    public int items() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    /** The bytes of all items that were accepted and are not written yet. */
    long bytesUnderWay() {
        lock.lock();
        try {
            return bytesUnderWay;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public long oldestNanos() {
        lock.lock();
        try {
            long now = ticker.getAsLong();
            long oldest = 0;
            for (Lane<T> lane : lanes) {
                @Nullable Pending<T> item = lane.oldest();
                oldest = item == null ? oldest : Math.max(oldest, now - item.since());
            }
            return oldest;
        } finally {
            lock.unlock();
        }
    }

    /** Accepts no more items. Those that wait are taken at once. */
    void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signal();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Ends a transaction, and waits for items that are worth the next one, or have waited for long enough.
     *
     * @param ended the caller's last transaction, {@link Taken#nothing()} at first; its items count no more, and its lanes are
     *     free
     */
    Taken<T> next(Taken<T> ended) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            end(ended);
            while (true) {
                // One moment for both decisions: items that are not due yet set a limit to the
                // wait.
                long now = ticker.getAsLong();
                List<Lane<T>> free = lanes.stream().filter(lane -> !lane.taken).toList();
                List<Lane<T>> due = free.stream().filter(lane -> isDue(lane, now)).toList();
                if (!due.isEmpty()) {
                    return take(isModerate(free) ? free : List.of(longest(due)));
                }
                if (closed && waiting(free) == 0) {
                    return Taken.nothing();
                }
                if (gathering) {
                    // It may not know yet of lanes that this thread has had.
                    arrived.signal();
                    turn.await();
                    continue;
                }
                // While items gather no single item wakes this thread, although none may have come
                // yet.
                long toGather = nanosToGather(free, now);
                long left = toGather > 0 ? toGather : nanosOfPatience(free, now);
                gathering = true;
                wakesAt = toGather > 0 ? now : now + left;
                try {
                    var _ = arrived.awaitNanos(left);
                } finally {
                    gathering = false;
                }
            }
        } finally {
            if (!gathering && (closed || lanes.stream().anyMatch(lane -> !lane.taken))) {
                turn.signal();
            }
            lock.unlock();
        }
    }

    private void end(Taken<T> taken) {
        taken.items().forEach(item -> bytesUnderWay -= item.bytes());
        long now = ticker.getAsLong();
        for (Lane<T> lane : taken.lanes()) {
            lane.free(now + spacingNanos);
        }
    }

    private boolean isDue(Lane<T> lane, long now) {
        boolean isTime = lane.nanosToGather(now) <= 0 && lane.nanosOfPatience(now) <= 0;
        return lane.items.size() >= ENOUGH || (!lane.items.isEmpty() && (closed || isTime));
    }

    /** The time until a lane has gathered; 0 if none gathers. */
    private static <T> long nanosToGather(List<Lane<T>> free, long now) {
        return free.stream()
                .mapToLong(lane -> lane.nanosToGather(now))
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
    }

    private static <T> long nanosOfPatience(List<Lane<T>> free, long now) {
        return free.stream().mapToLong(lane -> lane.nanosOfPatience(now)).min().orElse(NEVER);
    }

    private static <T> int waiting(List<Lane<T>> in) {
        return in.stream().mapToInt(lane -> lane.items.size()).sum();
    }

    /** Whether one transaction for all lanes is enough, now and by the number of items of the last transactions. */
    private boolean isModerate(List<Lane<T>> free) {
        return waiting(free) <= MODERATE
                && free.stream().mapToDouble(lane -> lane.averageItems).sum() <= MODERATE;
    }

    private Taken<T> take(List<Lane<T>> from) {
        List<Pending<T>> items = new ArrayList<>(Math.min(waiting(from), limits.batchItems()));
        long bytes = 0;
        for (Lane<T> lane : from) {
            int before = items.size();
            @Nullable Pending<T> first = lane.items.peek();
            for (@Nullable Pending<T> next = lane.items.peek();
                    next != null && items.size() < limits.batchItems();
                    next = lane.items.peek()) {
                bytes += next.bytes();
                if (bytes > limits.batchBytes() && !items.isEmpty()) {
                    break;
                }
                items.add(next);
                lane.items.remove();
                count--;
            }
            int number = items.size() - before;
            lane.take(number == 0 ? null : first, number);
        }
        return new Taken<>(items, from);
    }

    private static <T> Lane<T> longest(List<Lane<T>> of) {
        return Collections.max(of, Comparator.comparingInt(lane -> lane.items.size()));
    }
}
