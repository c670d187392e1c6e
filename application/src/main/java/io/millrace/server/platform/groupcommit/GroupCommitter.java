// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Batch.Pending;
import io.millrace.server.platform.periodic.TaskFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes items in the order of their submission, many in one transaction: while one transaction runs, and for a short
 * time after it, the next batch gathers. The batch size thus adapts to the load. An item is written at once if no
 * transaction has ended within that time, or if {@value #ENOUGH} items wait: a transaction costs as much as many items,
 * so a moderate load would otherwise spend most of its processor time on transactions of one or two.
 *
 * <p>Stages complete in order, on the committer's thread, so dependent stages must not block. While the database is
 * unavailable or its disk is full, all items wait. A failed batch is split in halves until the faulty item is alone; only the stage of that
 * item fails.
 */
public final class GroupCommitter<T> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GroupCommitter.class);

    /** So many items are worth a transaction. */
    private static final int ENOUGH = 64;

    private final String name;
    private final Transactions transactions;
    private final BatchWriter<T> writer;
    private final Function<T, @Nullable Lease> leases;
    private final CommitLimits limits;
    private final CommitListener.OfStore listener;
    private final Thread thread;
    private final long spacingNanos;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition arrived = lock.newCondition();
    private final ArrayDeque<Pending<T>> waiting = new ArrayDeque<>();
    private long bytesUnderWay;

    /** Until when items gather, on the scale of {@link System#nanoTime()}. */
    private long gatherUntil = System.nanoTime();

    private boolean closed;

    /**
     * Starts a committer without leases. It reports to the listener of the transactions.
     *
     * @param name name of the thread, also used in messages and meters
     */
    public GroupCommitter(
            String name, Transactions transactions, BatchWriter<T> writer, CommitLimits limits) {
        this(name, transactions, writer, _ -> null, limits);
    }

    /**
     * Starts a committer whose items are written under leases. An item whose lease has ended is not written, and its
     * stage fails with {@link LeaseOverException}.
     *
     * @param leases returns the lease under which an item is written; null if the item is written without a lease,
     *     because a single instance owns all partitions
     */
    public GroupCommitter(
            String name,
            Transactions transactions,
            BatchWriter<T> writer,
            Function<T, @Nullable Lease> leases,
            CommitLimits limits) {
        this.name = name;
        this.leases = leases;
        this.transactions = transactions;
        this.writer = writer;
        this.limits = limits;
        this.spacingNanos = transactions.spacing().toNanos();
        this.listener = transactions.listener().ofStore(name, this::waitingItems);
        // A thread of its own: items wake it, and it blocks on its connection.
        this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
        thread.start();
    }

    /**
     * Adds an item to the next batch.
     *
     * @param bytes approximate memory that the item holds
     * @return completes when the item is on disk; fails with {@link StoreException} if the item can never be stored, or
     *     if the waiting items already reach the limit
     * @throws IllegalStateException if the committer is closed
     */
    public CompletionStage<Void> submit(T item, long bytes) {
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
            waiting.add(new Pending<>(item, bytes, done));
            if (waiting.size() == 1 || waiting.size() == ENOUGH) {
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

    /** The number of items that wait for their transaction to begin. */
    public int waitingItems() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /** The bytes of all items that were accepted and are not written yet. */
    public long bytesUnderWay() {
        lock.lock();
        try {
            return bytesUnderWay;
        } finally {
            lock.unlock();
        }
    }

    /**
     * Accepts no more items, writes the waiting ones, and stops. Gives up after ten seconds, or after one second while
     * the database is unavailable: the remaining stages then never complete, as if the process had died.
     */
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            arrived.signal();
        } finally {
            lock.unlock();
        }
        try {
            if (!thread.join(transactions.farewell())) {
                thread.interrupt();
                thread.join();
            }
        } catch (InterruptedException _) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            for (List<Pending<T>> next = gather(); !next.isEmpty(); next = gather()) {
                commit(next);
                free(next);
            }
        } catch (InterruptedException _) {
            log.warn("Group commit {} stopped; {} items were not written", name, waitingItems());
        }
    }

    private List<Pending<T>> gather() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (waiting.isEmpty() && !closed) {
                arrived.await();
            }
            long left = gatherUntil - System.nanoTime();
            while (left > 0 && waiting.size() < ENOUGH && !closed) {
                left = arrived.awaitNanos(left);
            }
            List<Pending<T>> batch = new ArrayList<>(Math.min(waiting.size(), limits.batchItems()));
            long bytes = 0;
            for (@Nullable Pending<T> next = waiting.peek();
                    next != null && batch.size() < limits.batchItems();
                    next = waiting.peek()) {
                bytes += next.bytes();
                if (bytes > limits.batchBytes() && !batch.isEmpty()) {
                    break;
                }
                batch.add(next);
                waiting.remove();
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private void free(List<Pending<T>> batch) {
        long bytes = batch.stream().mapToLong(Pending::bytes).sum();
        lock.lock();
        try {
            bytesUnderWay -= bytes;
            gatherUntil = System.nanoTime() + spacingNanos;
        } finally {
            lock.unlock();
        }
    }

    private void commit(List<Pending<T>> items) throws InterruptedException {
        try {
            write(items).complete();
        } catch (SQLException e) {
            if (SqlFault.of(e) == SqlFault.BUG) {
                log.error(
                        "Group commit {} failed on a batch of {} items; splitting it to isolate the faulty "
                                + "item",
                        name,
                        items.size(),
                        e);
                TaskFailures.count(name);
            }
            splitOrFail(items, e);
        } catch (RuntimeException e) {
            // One item that makes the writer throw must not stop the writes of all other items.
            log.error(
                    "Group commit {} failed on a batch of {} items; splitting it to isolate the faulty "
                            + "item",
                    name,
                    items.size(),
                    e);
            TaskFailures.count(name);
            splitOrFail(items, e);
        }
    }

    /** What a transaction has written. */
    private record Written<T>(
            Batch<T> batch, List<Pending<T>> fenced, Runnable afterCommit, long begun) {}

    private Batch<T> write(List<Pending<T>> items) throws SQLException, InterruptedException {
        transactions.awaitRoom();
        writer.prepare(transactions, new Batch<>(items).items());
        Written<T> written = null;
        while (written == null) {
            try {
                written = transactions.patiently(connection -> write(connection, items));
            } catch (StaleCacheException e) {
                log.debug("Group commit {} writes a batch again", name, e);
            } catch (EpochsChangedException e) {
                log.warn(
                        "Group commit {}: partitions of a batch were taken over while it was written; writing it again without their items",
                        name);
            }
        }
        listener.committed(items.size(), System.nanoTime() - written.begun());
        written.afterCommit().run();
        if (!written.fenced().isEmpty()) {
            listener.fenced(written.fenced().size());
            written.fenced().forEach(this::refuse);
        }
        return written.batch();
    }

    /**
     * Writes the items whose leases are valid. The lock of their partitions is taken by the first statement and held to
     * the end; their epochs are read under it, and again by the last statement before the commit.
     */
    private Written<T> write(Connection connection, List<Pending<T>> items)
            throws SQLException, InterruptedException {
        long begun = System.nanoTime();
        Set<Lease> held = leasesOf(items);
        Set<Lease> over = held.isEmpty() ? Set.of() : PartitionEpochs.hold(connection, held);
        List<Pending<T>> fenced = over.isEmpty() ? List.of() : of(items, over);
        List<Pending<T>> valid = fenced.isEmpty() ? items : without(items, fenced);
        Batch<T> batch = new Batch<>(valid);
        Runnable after = valid.isEmpty() ? () -> {} : writer.write(connection, batch);
        held.removeAll(over);
        if (!held.isEmpty() && !PartitionEpochs.changed(connection, held).isEmpty()) {
            throw new EpochsChangedException();
        }
        return new Written<>(batch, fenced, after, begun);
    }

    /** A partition's epoch changed between the first and the last statement of a transaction. */
    private static final class EpochsChangedException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    private Set<Lease> leasesOf(List<Pending<T>> items) {
        Set<Lease> held = new HashSet<>();
        for (Pending<T> pending : items) {
            Lease lease = leases.apply(pending.item());
            if (lease != null) {
                held.add(lease);
            }
        }
        return held;
    }

    private List<Pending<T>> of(List<Pending<T>> items, Set<Lease> over) {
        return items.stream()
                .filter(pending -> over.contains(leases.apply(pending.item())))
                .toList();
    }

    private static <T> List<Pending<T>> without(List<Pending<T>> items, List<Pending<T>> fenced) {
        List<Pending<T>> valid = new ArrayList<>(items);
        valid.removeAll(fenced);
        return valid;
    }

    private void refuse(Pending<T> fenced) {
        Lease lease = leases.apply(fenced.item());
        if (lease != null) {
            fenced.done().completeExceptionally(new LeaseOverException(lease));
        }
    }

    private void splitOrFail(List<Pending<T>> items, Exception cause) throws InterruptedException {
        if (items.size() == 1) {
            items.getFirst()
                    .done()
                    .completeExceptionally(
                            new StoreException(
                                    name + ": the database refused the item: " + cause.getMessage(),
                                    cause));
            return;
        }
        int half = items.size() / 2;
        commit(items.subList(0, half));
        commit(items.subList(half, items.size()));
    }
}
