// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.pending;

import io.millrace.message.RuleMessage;
import io.millrace.message.codec.RuleMessageCodec;
import io.millrace.message.delivery.Lease;
import io.millrace.rule.store.PendingMessages;
import io.millrace.server.platform.groupcommit.CommitLimits;
import io.millrace.server.platform.groupcommit.GroupCommitter;
import io.millrace.server.platform.groupcommit.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Stores messages that wait in nodes, in PostgreSQL. Changes are grouped into transactions. Their stages complete on
 * the writer thread, so dependent stages must not block.
 */
public final class PendingStorage implements PendingMessages, AutoCloseable {

    private static final int BYTES_PER_CHANGE = 200;
    private static final int READS_AT_ONCE = 2;

    /** The index by originator is the only one that this statement can use. */
    static final String FIND =
            """
            select id, message, due_at from pending_message
            where (node_id = ?) is true and originator_type = ? and originator_id = ?
              and tenant_id = ?
            order by seq\
            """;

    private final Transactions transactions;
    private final GroupCommitter<PendingChange> committer;
    private final ExecutorService readers =
            Executors.newThreadPerTaskExecutor(
                    Thread.ofVirtual().name("pending-read-", 1).factory());
    private final Semaphore readPlaces = new Semaphore(READS_AT_ONCE, true);
    private volatile LongConsumer listener = _ -> {};

    /** Starts the storage. It uses at most three connections. */
    public PendingStorage(Transactions transactions, CommitLimits limits) {
        this.transactions = transactions;
        this.committer =
                new GroupCommitter<>(
                        "pending", transactions, new PendingWriter(), PendingChange::lease, limits);
    }

    @Override
    public CompletionStage<Boolean> add(
            Site site,
            UUID id,
            RuleMessage message,
            long dueAt,
            Bound bound,
            @Nullable Lease lease) {
        PendingChange.Outcome outcome = new PendingChange.Outcome();
        return committer
                .submit(
                        new PendingChange.Add(site, id, message, dueAt, bound, outcome, lease),
                        BYTES_PER_CHANGE + message.payload().length())
                .thenApply(_ -> {
                    listener.accept(dueAt);
                    return outcome.kept;
                });
    }

    @Override
    public CompletionStage<Void> remove(Site site, Collection<UUID> ids, @Nullable Lease lease) {
        return committer.submit(
                new PendingChange.Remove(site, List.copyOf(ids), lease), BYTES_PER_CHANGE);
    }

    @Override
    public CompletionStage<Void> postpone(
            Site site, Collection<UUID> ids, long dueAt, @Nullable Lease lease) {
        return committer
                .submit(
                        new PendingChange.Postpone(site, List.copyOf(ids), dueAt, lease),
                        BYTES_PER_CHANGE)
                .thenAccept(_ -> listener.accept(dueAt));
    }

    /** Passes the due time of each message that is stored or postponed from now on to this listener alone, on the writer thread. */
    void listen(LongConsumer toDueTimes) {
        listener = toDueTimes;
    }

    @Override
    public CompletionStage<List<Pending>> find(Site site) {
        CompletableFuture<List<Pending>> answer = new CompletableFuture<>();
        readers.execute(() -> read(site, answer));
        return answer;
    }

    private void read(Site site, CompletableFuture<List<Pending>> answer) {
        try {
            readPlaces.acquire();
            try {
                answer.complete(transactions.patiently(connection -> select(connection, site)));
            } finally {
                readPlaces.release();
            }
        } catch (SQLException | RuntimeException e) {
            answer.completeExceptionally(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            answer.completeExceptionally(e);
        }
    }

    private static List<Pending> select(Connection connection, Site site) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement(FIND)) {
            select.setObject(1, site.node().id());
            select.setString(2, site.originator().type().name());
            select.setObject(3, site.originator().id());
            select.setObject(4, site.tenant().id());
            List<Pending> found = new ArrayList<>();
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(
                            new Pending(
                                    rows.getObject(1, UUID.class),
                                    RuleMessageCodec.decode(rows.getBytes(2)),
                                    rows.getTimestamp(3).getTime()));
                }
            }
            return found;
        }
    }

    /** Writes all accepted changes and stops; interrupts reads that wait for the database. */
    @Override
    public void close() {
        committer.close();
        readers.shutdownNow();
    }
}
