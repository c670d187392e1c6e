// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.inflight;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Lease;
import io.millrace.queue.InFlight;
import io.millrace.queue.InFlightStore;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import io.millrace.server.platform.jdbc.GroupReads;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores long-running deliveries in PostgreSQL. Changes are grouped into transactions. Their stages complete on the
 * writer thread, so dependent stages must not block.
 */
public final class InFlightStorage implements InFlightStore, AutoCloseable {

    private static final int BYTES_PER_CHANGE = 150;
    private static final int READERS = 2;
    private static final int READ_AT_ONCE = 64;

    private final Transactions transactions;
    private final GroupCommitter<InFlightChange> committer;
    private final GroupReads<UUID, Optional<RuleMessage>> reads;

    /** Starts the storage. It uses one connection to write, at most two to load messages, and one for {@link #all}. */
    public InFlightStorage(Transactions transactions, CommitLimits limits) {
        this.transactions = transactions;
        this.committer =
                new GroupCommitter<>(
                        "in-flight",
                        transactions,
                        new InFlightWriter(),
                        InFlightChange::lease,
                        limits);
        this.reads =
                new GroupReads<>(
                        "in-flight-read", READERS, READ_AT_ONCE, InFlightPages.byId(transactions));
    }

    @Override
    public CompletionStage<Void> put(InFlight delivery) {
        return put(delivery, null);
    }

    private CompletionStage<Void> put(InFlight delivery, @Nullable Lease lease) {
        byte[] message = RuleMessageCodec.encode(delivery.message());
        return committer.submit(
                new InFlightChange.Put(delivery.deliveryId(), message, delivery.attempts(), lease),
                BYTES_PER_CHANGE + message.length);
    }

    @Override
    public CompletionStage<Void> remove(UUID deliveryId) {
        return remove(deliveryId, null);
    }

    private CompletionStage<Void> remove(UUID deliveryId, @Nullable Lease lease) {
        return committer.submit(new InFlightChange.Remove(deliveryId, lease), BYTES_PER_CHANGE);
    }

    /** {@inheritDoc} Many calls are answered by one query. While the database is unavailable, they wait. */
    @Override
    public CompletionStage<@Nullable RuleMessage> load(UUID deliveryId) {
        return reads.get(deliveryId).thenApply(message -> message.orElse(null));
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if the database refuses the query, or the thread is interrupted while it waits
     */
    @Override
    public void read(Consumer<List<InFlight>> page) {
        read(null, page);
    }

    private void read(@Nullable Lease lease, Consumer<List<InFlight>> page) {
        try {
            InFlightPages.<RuntimeException>read(transactions, lease, page::accept);
        } catch (SQLException e) {
            throw new IllegalStateException("cannot read the deliveries in flight", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for the database", e);
        }
    }

    /** Returns the store of one partition's deliveries. */
    public InFlightStore of(Lease lease) {
        return new InFlightStore() {
            @Override
            public CompletionStage<Void> put(InFlight delivery) {
                return InFlightStorage.this.put(delivery, lease);
            }

            @Override
            public CompletionStage<Void> remove(UUID deliveryId) {
                return InFlightStorage.this.remove(deliveryId, lease);
            }

            @Override
            public CompletionStage<@Nullable RuleMessage> load(UUID deliveryId) {
                return InFlightStorage.this.load(deliveryId);
            }

            @Override
            public void read(Consumer<List<InFlight>> page) {
                InFlightStorage.this.read(lease, page);
            }
        };
    }

    /** The number of changes that wait for their transaction. */
    public int waitingChanges() {
        return committer.waitingItems();
    }

    /** Writes all accepted changes and stops; gives up if the database is unavailable. */
    @Override
    public void close() {
        reads.close();
        committer.close();
    }
}
