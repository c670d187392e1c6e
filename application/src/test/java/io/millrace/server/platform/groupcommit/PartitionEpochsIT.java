// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.LeaseOverException;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class PartitionEpochsIT {

    private static final String TOPIC = "topic";

    private final DataSource database = TestDatabase.freshDatabase();
    private final AtomicInteger refused = new AtomicInteger();
    private final Transactions transactions =
            new Transactions(
                    database,
                    new StorageHealth(),
                    (_, _) ->
                            new CommitListener.OfStore() {
                                @Override
                                public void committed(int items, long nanos) {}

                                @Override
                                public void fenced(int items) {
                                    refused.addAndGet(items);
                                }
                            });

    private Lease takeOver(int partition, String owner) throws Exception {
        return PartitionEpochs.raise(transactions, TOPIC, partition, owner);
    }

    @Test
    void itemsUnderAnEndedLeaseAreRefusedAndCountedAndTheRestOfTheBatchIsWritten()
            throws Exception {
        Lease over = takeOver(1, "paused");
        Lease other = takeOver(2, "paused");
        Lease current = takeOver(1, "its successor");
        List<Lease> written = new CopyOnWriteArrayList<>();
        try (GroupCommitter<Lease> committer =
                new GroupCommitter<>(
                        "fenced",
                        transactions,
                        (Connection _, Batch<Lease> batch) -> () -> written.addAll(batch.items()),
                        lease -> lease,
                        CommitLimits.DEFAULT)) {
            List<CompletableFuture<Void>> writes =
                    List.of(over, other, current).stream()
                            .map(lease -> committer.submit(lease, 1).toCompletableFuture())
                            .toList();

            assertThat(writes.getFirst())
                    .failsWithin(30, TimeUnit.SECONDS)
                    .withThrowableOfType(ExecutionException.class)
                    .extracting(Throwable::getCause, InstanceOfAssertFactories.THROWABLE)
                    .isInstanceOf(LeaseOverException.class);
            assertThat(writes.get(1)).succeedsWithin(30, TimeUnit.SECONDS);
            assertThat(writes.get(2)).succeedsWithin(30, TimeUnit.SECONDS);
        }
        assertThat(written).containsExactlyInAnyOrder(other, current);
        assertThat(refused).hasValue(1);
    }

    @Test
    void aTransactionThatDoesNotEndIsTerminatedByTheNewOwnerOfItsPartition() throws Exception {
        Lease lease = takeOver(5, "paused in the middle of a write");
        try (Connection paused = database.getConnection()) {
            paused.setAutoCommit(false);
            assertThat(PartitionEpochs.hold(paused, List.of(lease))).isEmpty();

            CompletableFuture<Lease> successor = new CompletableFuture<>();
            successor.completeAsync(
                    () -> takeOverUnchecked(5), work -> Thread.ofVirtual().start(work));

            assertThat(successor)
                    .succeedsWithin(60, TimeUnit.SECONDS)
                    .isEqualTo(new Lease(TOPIC, 5, 2));
            assertThatExceptionOfType(SQLException.class).isThrownBy(paused::commit);
        }
    }

    private Lease takeOverUnchecked(int partition) {
        try {
            return takeOver(partition, "its successor");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void everyTakeoverIsAHigherEpochOfItsPartitionAlone() throws Exception {
        assertThat(takeOver(3, "one")).isEqualTo(new Lease(TOPIC, 3, 1));
        assertThat(takeOver(3, "two")).isEqualTo(new Lease(TOPIC, 3, 2));
        assertThat(takeOver(4, "two")).isEqualTo(new Lease(TOPIC, 4, 1));
    }
}
