// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.message.delivery.Lease;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.postgres.TestDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GroupCommitterIT {

    private static DataSource database;
    private static Transactions transactions;
    private final GatedWriter writer = new GatedWriter();
    private final List<Integer> completed = new CopyOnWriteArrayList<>();

    @SuppressWarnings("NullAway.Init") // each test starts one
    private GroupCommitter<Integer> committer;

    /** Holds every batch at a gate; refuses 13 itself, has the database refuse 14, and trips over 15. */
    private static final class GatedWriter implements BatchWriter<Integer> {

        final CountDownLatch entered = new CountDownLatch(1);
        final CountDownLatch gate = new CountDownLatch(1);
        final List<List<Integer>> batches = new CopyOnWriteArrayList<>();

        @Override
        public Runnable write(Connection connection, Batch<Integer> batch)
                throws SQLException, InterruptedException {
            entered.countDown();
            gate.await();
            List<Integer> items = batch.items();
            for (int i = 0; i < items.size(); i++) {
                switch (items.get(i)) {
                    case 13 -> batch.refuse(i, new StoreException("thirteen"));
                    case 14 -> throw new SQLException("fourteen", "22000");
                    case 15 -> throw new IllegalStateException("fifteen");
                    default -> {}
                }
            }
            return () -> batches.add(List.copyOf(items));
        }
    }

    @BeforeAll
    static void connect() {
        database = TestDatabase.freshDatabase();
        transactions = new Transactions(database, new StorageHealth());
    }

    private void start(CommitLimits limits) {
        committer = new GroupCommitter<>("test", transactions, writer, limits);
    }

    /** Returns a stage that completes after the completion was recorded. */
    private CompletableFuture<Void> submit(int item) {
        return committer
                .submit(item, 10)
                .whenComplete((_, _) -> completed.add(item))
                .toCompletableFuture();
    }

    private List<CompletableFuture<Void>> submit(int from, int to) {
        return IntStream.range(from, to).mapToObj(this::submit).toList();
    }

    private static void await(List<CompletableFuture<Void>> writes) {
        writes.forEach(write -> write.orTimeout(30, TimeUnit.SECONDS).join());
    }

    @AfterEach
    void close() {
        writer.gate.countDown();
        committer.close();
    }

    @Test
    void gathersABatchWhileAnotherIsWritten() throws InterruptedException {
        start(CommitLimits.DEFAULT);
        List<CompletableFuture<Void>> writes = new ArrayList<>(submit(0, 1));
        writer.entered.await();
        writes.addAll(submit(1, 10));
        assertThat(committer.waitingItems()).isEqualTo(9);
        assertThat(committer.bytesUnderWay()).isEqualTo(100);

        writer.gate.countDown();
        await(writes);

        assertThat(writer.batches).containsExactly(List.of(0), List.of(1, 2, 3, 4, 5, 6, 7, 8, 9));
        assertThat(completed).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    }

    private void startWithSpacing(Duration spacing) {
        committer =
                new GroupCommitter<>(
                        "test",
                        new Transactions(
                                database, new StorageHealth(), CommitListener.NONE, spacing),
                        writer,
                        CommitLimits.DEFAULT);
        writer.gate.countDown();
    }

    @Test
    void writesAtOnceWhenNoTransactionHasEndedWithinTheSpacing() {
        startWithSpacing(Duration.ofHours(1));

        await(submit(0, 1));

        assertThat(writer.batches).containsExactly(List.of(0));
    }

    @Test
    void letsItemsGatherAfterATransactionUntilTheyAreWorthOne() {
        startWithSpacing(Duration.ofHours(1));
        await(submit(0, 1));

        List<CompletableFuture<Void>> writes = new ArrayList<>(submit(100, 163));
        org.awaitility.Awaitility.await()
                .during(Duration.ofMillis(100))
                .until(() -> committer.waitingItems() == 63);
        writes.addAll(submit(163, 164));
        await(writes);

        assertThat(writer.batches).hasSize(2);
    }

    @Test
    void writesWhatHasGatheredWhenTheSpacingIsOver() {
        startWithSpacing(Duration.ofMillis(50));
        await(submit(0, 1));

        await(submit(1, 4));

        assertThat(completed).containsExactly(0, 1, 2, 3);
    }

    @Test
    void writesWhatHasGatheredWhenItCloses() {
        startWithSpacing(Duration.ofHours(1));
        await(submit(0, 1));
        List<CompletableFuture<Void>> writes = submit(1, 4);

        committer.close();

        assertThat(writes).allMatch(CompletableFuture::isDone);
    }

    @Test
    void cutsBatchesByItemsAndByBytes() throws InterruptedException {
        start(new CommitLimits(4, 30, 1_000));
        List<CompletableFuture<Void>> writes = new ArrayList<>(submit(0, 1));
        writer.entered.await();
        writes.addAll(submit(1, 8));

        writer.gate.countDown();
        await(writes);

        assertThat(writer.batches)
                .containsExactly(List.of(0), List.of(1, 2, 3), List.of(4, 5, 6), List.of(7));
    }

    @Test
    void writesAnItemThatIsLargerThanABatch() {
        start(new CommitLimits(4, 5, 1_000));
        writer.gate.countDown();

        await(submit(0, 3));

        assertThat(completed).containsExactly(0, 1, 2);
    }

    @Test
    void failsOnlyTheItemsToBlameAndKeepsTheOrder() throws InterruptedException {
        start(CommitLimits.DEFAULT);
        var _ = submit(0);
        writer.entered.await();
        List<CompletableFuture<Void>> writes = new ArrayList<>(submit(1, 30));
        List<CompletableFuture<Void>> toBlame = writes.subList(12, 15);
        List<CompletableFuture<Void>> blamed = List.copyOf(toBlame);
        toBlame.clear();

        writer.gate.countDown();

        await(writes);
        for (CompletableFuture<Void> write : blamed) {
            assertThatThrownBy(write::join)
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(StoreException.class);
        }
        assertThat(completed).isSorted().hasSize(30);
    }

    @Test
    void refusesWhatHasNoRoomAndTakesItOnceThereIs() throws InterruptedException {
        start(new CommitLimits(4, 1_000, 25));
        List<CompletableFuture<Void>> writes = submit(0, 2);
        writer.entered.await();

        assertThatThrownBy(submit(2)::join)
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining("cannot accept");
        writer.gate.countDown();
        await(writes);

        org.awaitility.Awaitility.await().until(() -> committer.bytesUnderWay() == 0);
        await(submit(3, 4));
    }

    @Test
    void writesEverythingBeforeItCloses() {
        start(CommitLimits.DEFAULT);
        List<CompletableFuture<Void>> writes = submit(0, 10);
        writer.gate.countDown();

        committer.close();

        assertThat(writes).allMatch(CompletableFuture::isDone);
        assertThatIllegalStateException().isThrownBy(() -> committer.submit(1, 1));
    }

    @Test
    void tellsHowManyItemsShareATransactionAndHowManyWaitForOne() throws InterruptedException {
        Watched watched = startWatched();
        List<CompletableFuture<Void>> writes = new ArrayList<>(submit(0, 1));
        writer.entered.await();
        writes.addAll(submit(1, 10));
        assertThat(watched.waiting.items()).isEqualTo(9);

        writer.gate.countDown();
        await(writes);

        assertThat(watched.store).isEqualTo("watched");
        assertThat(watched.batches).containsExactly(1, 9);
        assertThat(watched.nanos).hasSize(2).allMatch(nanos -> nanos > 0);
        assertThat(watched.waiting.items()).isZero();
    }

    @Test
    void tellsOfNoTransactionThatCameToNothing() {
        Watched watched = startWatched();
        writer.gate.countDown();

        assertThatThrownBy(submit(14)::join).hasCauseInstanceOf(StoreException.class);
        submit(16).join();

        assertThat(watched.batches).containsExactly(1);
    }

    private Watched startWatched() {
        Watched watched = new Watched();
        committer =
                new GroupCommitter<>(
                        "watched",
                        new Transactions(database, new StorageHealth(), watched),
                        writer,
                        CommitLimits.DEFAULT);
        return watched;
    }

    /** Records the measurements of one committer. */
    private static final class Watched implements CommitListener {

        @SuppressWarnings("NullAway.Init") // set by the committer, which is made with this listener
        String store;

        @SuppressWarnings("NullAway.Init")
        Waiting waiting;

        final List<Integer> batches = new CopyOnWriteArrayList<>();
        final List<Long> nanos = new CopyOnWriteArrayList<>();
        final AtomicInteger fenced = new AtomicInteger();

        @Override
        public OfStore ofStore(String newStore, Waiting newWaiting) {
            store = newStore;
            waiting = newWaiting;
            return new OfStore() {
                @Override
                public void committed(int items, long took) {
                    batches.add(items);
                    nanos.add(took);
                }

                @Override
                public void fenced(int items) {
                    fenced.addAndGet(items);
                }
            };
        }
    }

    @Test
    void reportsToItsListenerTheNumberOfItemsUnderAnEndedLease() throws Exception {
        Lease former = PartitionEpochs.raise(transactions, "fenced", 0, "one");
        Lease current = PartitionEpochs.raise(transactions, "fenced", 0, "another");
        Watched watched = new Watched();
        writer.gate.countDown();
        committer =
                new GroupCommitter<>(
                        "watched",
                        new Transactions(database, new StorageHealth(), watched),
                        writer,
                        item -> item < 5 ? former : current,
                        CommitLimits.DEFAULT);

        List<CompletableFuture<Void>> refused = submit(3, 5);
        await(submit(5, 8));

        assertThat(refused).allMatch(CompletableFuture::isCompletedExceptionally);
        assertThat(watched.fenced).hasValue(2);
    }

    @Test
    void refusesLimitsThatAdmitNothing() {
        start(CommitLimits.DEFAULT);
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new CommitLimits(0, 1, 1))
                .withMessageContaining("batchItems");
    }
}
