// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Batch.Pending;
import io.millrace.server.platform.groupcommit.WaitingItems.Taken;
import io.millrace.server.platform.periodic.TaskFailures;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes items in the order of their submission, many in one transaction: while one transaction runs, and for a short
 * time after it, the next batch gathers. The batch size thus adapts to the load. An item is written at once if no
 * transaction has ended within that time, or if enough items wait: a transaction costs as much as many items, so a
 * moderate load would otherwise spend most of its processor time on transactions of one or two. An item submitted with
 * patience waits longer for others.
 *
 * <p>A committer may have several {@linkplain WaitingItems lanes}, and a thread for each. Only the items of a lane are
 * written in order.
 *
 * <p>Stages complete in order, on the committer's threads, so dependent stages must not block. While the database is
 * unavailable or its disk is full, all items wait. A failed batch is split in halves until the faulty item is alone; only the stage of that
 * item fails.
 */
public final class GroupCommitter<T> implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(GroupCommitter.class);

    private final String name;
    private final Transactions transactions;
    private final Function<T, @Nullable Lease> leases;
    private final CommitListener.OfStore listener;
    private final WaitingItems<T> waiting;
    private final List<Thread> threads;

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
        this(name, transactions, List.of(writer), _ -> 0, leases, limits);
    }

    /**
     * Starts a committer with several lanes.
     *
     * @param writers one for each thread; there are as many lanes. Two writers never have items of one lane at the same
     *     time.
     * @param laneOf returns the lane of an item, from 0 to the number of writers less one
     */
    public GroupCommitter(
            String name,
            Transactions transactions,
            List<? extends BatchWriter<T>> writers,
            ToIntFunction<T> laneOf,
            Function<T, @Nullable Lease> leases,
            CommitLimits limits) {
        this.name = name;
        this.leases = leases;
        this.transactions = transactions;
        this.waiting =
                new WaitingItems<>(
                        name,
                        writers.size(),
                        laneOf,
                        limits,
                        transactions.spacing(),
                        System::nanoTime);
        this.listener = transactions.listener().ofStore(name, waiting);
        List<Thread> started = new ArrayList<>();
        for (BatchWriter<T> writer : writers) {
            // Threads of their own: items wake them, and they block on their connections.
            started.add(
                    Thread.ofPlatform()
                            .name(writers.size() == 1 ? name : name + "-" + (started.size() + 1))
                            .start(() -> run(writer)));
        }
        this.threads = List.copyOf(started);
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
        return submit(item, bytes, Duration.ZERO);
    }

    /**
     * Adds an item to one of the next batches: that of the first later item without patience, or a batch with
     * enough items, and at the latest the one that begins when its own patience ends.
     *
     * @param patience for how long the item may wait for others, so that fewer transactions are needed
     */
    public CompletionStage<Void> submit(T item, long bytes, Duration patience) {
        return waiting.add(item, bytes, patience);
    }

    /** The number of items that wait for their transaction to begin. */
    public int waitingItems() {
        return waiting.items();
    }

    /** The bytes of all items that were accepted and are not written yet. */
    public long bytesUnderWay() {
        return waiting.bytesUnderWay();
    }

    /**
     * Accepts no more items, writes the waiting ones, and stops. Gives up after ten seconds, or after one second while
     * the database is unavailable: the remaining stages then never complete, as if the process had died.
     */
    @Override
    public void close() {
        waiting.close();
        long end = System.nanoTime() + transactions.farewell().toNanos();
        try {
            for (Thread thread : threads) {
                var _ = thread.join(Duration.ofNanos(end - System.nanoTime()));
            }
            threads.forEach(Thread::interrupt);
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException _) {
            threads.forEach(Thread::interrupt);
            Thread.currentThread().interrupt();
        }
    }

    private void run(BatchWriter<T> writer) {
        try {
            Taken<T> next = waiting.next(Taken.nothing());
            while (!next.items().isEmpty()) {
                commit(writer, next.items());
                next = waiting.next(next);
            }
        } catch (InterruptedException _) {
            log.warn("Group commit {} stopped; {} items were not written", name, waitingItems());
        }
    }

    private void commit(BatchWriter<T> writer, List<Pending<T>> items) throws InterruptedException {
        try {
            write(writer, items).complete();
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
            splitOrFail(writer, items, e);
        } catch (RuntimeException e) {
            // One item that makes the writer throw must not stop the writes of all other items.
            log.error(
                    "Group commit {} failed on a batch of {} items; splitting it to isolate the faulty "
                            + "item",
                    name,
                    items.size(),
                    e);
            TaskFailures.count(name);
            splitOrFail(writer, items, e);
        }
    }

    /** What a transaction has written. */
    private record Written<T>(
            Batch<T> batch, List<Pending<T>> fenced, Runnable afterCommit, long begun) {}

    private Batch<T> write(BatchWriter<T> writer, List<Pending<T>> items)
            throws SQLException, InterruptedException {
        transactions.awaitRoom();
        writer.prepare(transactions, new Batch<>(items).items());
        Written<T> written = null;
        while (written == null) {
            try {
                written = transactions.patiently(connection -> write(writer, connection, items));
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
    private Written<T> write(BatchWriter<T> writer, Connection connection, List<Pending<T>> items)
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

    private void splitOrFail(BatchWriter<T> writer, List<Pending<T>> items, Exception cause)
            throws InterruptedException {
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
        commit(writer, items.subList(0, half));
        commit(writer, items.subList(half, items.size()));
    }
}
