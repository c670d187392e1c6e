// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.Batch.Pending;
import io.millrace.server.platform.groupcommit.WaitingItems.Taken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Items are numbers; their lane is the remainder of the division by the number of lanes. */
class WaitingItemsTest {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void interruptThreads() {
        threads.shutdownNow();
    }

    private static WaitingItems<Integer> items(int lanes, Duration spacing) {
        return items(lanes, spacing, System::nanoTime);
    }

    private static WaitingItems<Integer> items(int lanes, Duration spacing, LongSupplier ticker) {
        return new WaitingItems<>(
                "test", lanes, item -> item % lanes, CommitLimits.DEFAULT, spacing, ticker);
    }

    private static void add(WaitingItems<Integer> items, Integer... added) {
        add(items, Duration.ZERO, added);
    }

    private static void add(WaitingItems<Integer> items, Duration patience, Integer... added) {
        for (Integer item : added) {
            var _ = items.add(item, 10, patience);
        }
    }

    private static List<Integer> numbers(Taken<Integer> taken) {
        return taken.items().stream().map(Pending::item).toList();
    }

    private static Taken<Integer> take(WaitingItems<Integer> items) throws InterruptedException {
        return items.next(Taken.nothing());
    }

    private Future<Taken<Integer>> takeLater(WaitingItems<Integer> items) {
        return threads.submit(() -> take(items));
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(30, TimeUnit.SECONDS);
    }

    @Test
    void aTransactionTakesTheItemsOfAllLanes() throws InterruptedException {
        WaitingItems<Integer> items = items(2, Duration.ZERO);
        add(items, 0, 1, 2, 3);

        assertThat(numbers(take(items))).containsExactlyInAnyOrder(0, 1, 2, 3);
    }

    @ParameterizedTest
    @CsvSource({"128, 128", "130, 65"})
    void aTransactionTakesTheItemsOfAllLanesUpToALimit(int waiting, int taken)
            throws InterruptedException {
        WaitingItems<Integer> items = items(2, Duration.ZERO);
        add(items, IntStream.range(0, waiting).boxed().toArray(Integer[]::new));

        assertThat(numbers(take(items))).hasSize(taken);
    }

    @Test
    void itemsWaitWhileATransactionHasTheirLane() throws Exception {
        WaitingItems<Integer> items = items(2, Duration.ZERO);
        add(items, 0);
        Taken<Integer> first = take(items);
        add(items, 1, 2);

        Future<Taken<Integer>> ofAnother = takeLater(items);
        await().during(Duration.ofMillis(50)).until(() -> !ofAnother.isDone());

        assertThat(numbers(items.next(first))).containsExactlyInAnyOrder(1, 2);
    }

    @Test
    void laneAfterLaneIsTakenIfManyItemsWait() throws Exception {
        WaitingItems<Integer> items = items(2, Duration.ofHours(1));
        add(items, IntStream.range(0, 1_000).boxed().toArray(Integer[]::new));

        List<Integer> one = numbers(take(items));
        List<Integer> other = numbers(get(takeLater(items)));

        assertThat(one).hasSize(500).isSorted();
        assertThat(other).hasSize(500).isSorted();
        assertThat(one.getFirst() % 2).isNotEqualTo(other.getFirst() % 2);
    }

    @Test
    void laneAfterLaneIsTakenIfTheLastTransactionsHadManyItems() throws Exception {
        WaitingItems<Integer> items = items(2, Duration.ZERO);
        add(items, IntStream.range(0, 1_000).boxed().toArray(Integer[]::new));
        Taken<Integer> many = take(items);
        Taken<Integer> next = take(items);
        add(items, 0, 1);
        Future<Taken<Integer>> later = threads.submit(() -> items.next(many));

        assertThat(numbers(items.next(next))).hasSize(1);
        assertThat(numbers(get(later))).hasSize(1);
    }

    @Test
    void itemsOfALaneGatherAfterItsTransactionUntilTheyAreWorthOne() throws Exception {
        WaitingItems<Integer> items = items(1, Duration.ofHours(1));
        add(items, 0);
        Taken<Integer> first = take(items);
        add(items, 1);

        Future<Taken<Integer>> next = threads.submit(() -> items.next(first));
        await().during(Duration.ofMillis(50)).until(() -> !next.isDone());
        add(items, IntStream.range(2, 65).boxed().toArray(Integer[]::new));

        assertThat(numbers(get(next))).hasSize(64);
    }

    @Test
    void itemsWhoseTimeEndsWhileAThreadDecidesToWaitAreTaken() throws Exception {
        AtomicLong now = new AtomicLong();
        // The time ends between the second and the third look at the clock.
        WaitingItems<Integer> items = items(1, Duration.ofNanos(2), now::incrementAndGet);
        add(items, 0);
        Taken<Integer> first = take(items);
        add(items, 1);

        Future<Taken<Integer>> next = threads.submit(() -> items.next(first));

        assertThat(numbers(get(next))).containsExactly(1);
    }

    @Test
    void aLaneWhoseLastTransactionIsLongPastDoesNotWaitForOneThatGathers() throws Exception {
        WaitingItems<Integer> items = items(2, Duration.ofHours(1));
        add(items, IntStream.range(0, 600).map(i -> 2 * i).boxed().toArray(Integer[]::new));
        Taken<Integer> first = take(items);

        add(items, 1);

        assertThat(numbers(items.next(first))).containsExactly(1);
    }

    @Test
    void patientItemsAreTakenWithTheFirstThatIsNot() throws Exception {
        WaitingItems<Integer> items = items(2, Duration.ZERO);
        add(items, Duration.ofHours(1), 0, 1);

        Future<Taken<Integer>> next = takeLater(items);
        await().during(Duration.ofMillis(50)).until(() -> !next.isDone());
        add(items, 2);

        assertThat(numbers(get(next))).containsExactly(0, 2, 1);
    }

    @Test
    void patientItemsAreTakenWhenThePatienceOfTheFirstEnds() throws Exception {
        WaitingItems<Integer> items = items(1, Duration.ZERO);
        Future<Taken<Integer>> next = takeLater(items);

        add(items, Duration.ofHours(1), 0, 1);
        add(items, Duration.ofMillis(20), 2);

        assertThat(numbers(get(next))).containsExactly(0, 1, 2);
    }

    @Test
    void patientItemsAreTakenWhenTheyAreWorthATransaction() throws Exception {
        WaitingItems<Integer> items = items(1, Duration.ZERO);
        Future<Taken<Integer>> next = takeLater(items);

        add(items, Duration.ofHours(1), IntStream.range(0, 64).boxed().toArray(Integer[]::new));

        assertThat(numbers(get(next))).hasSize(64);
    }

    @Test
    void patientItemsAreTakenAtTheEnd() throws Exception {
        WaitingItems<Integer> items = items(1, Duration.ZERO);
        add(items, Duration.ofHours(1), 0);
        Future<Taken<Integer>> next = takeLater(items);

        items.close();

        assertThat(numbers(get(next))).containsExactly(0);
    }

    @Test
    void theAgeOfTheOldestItemCountsFromItsSubmissionToTheEndOfItsTransaction()
            throws InterruptedException {
        AtomicLong now = new AtomicLong(100);
        WaitingItems<Integer> items = items(2, Duration.ZERO, now::get);
        assertThat(items.oldestNanos()).isZero();

        add(items, 0);
        now.set(110);
        add(items, 1);
        now.set(130);
        assertThat(items.oldestNanos()).isEqualTo(30);

        Taken<Integer> both = take(items);
        now.set(140);
        add(items, 2);
        now.set(150);
        assertThat(items.oldestNanos()).isEqualTo(50);

        Taken<Integer> last = items.next(both);
        now.set(160);
        assertThat(items.oldestNanos()).isEqualTo(20);

        items.close();
        assertThat(items.next(last).items()).isEmpty();
        assertThat(items.oldestNanos()).isZero();
    }

    @Test
    void whatWaitsIsTakenAfterTheEndAndThenNothing() throws InterruptedException {
        WaitingItems<Integer> items = items(2, Duration.ofHours(1));
        add(items, 0, 1);
        Taken<Integer> first = take(items);
        add(items, 2, 3);

        items.close();

        Taken<Integer> last = items.next(first);
        assertThat(numbers(last)).containsExactlyInAnyOrder(2, 3);
        assertThat(items.next(last).items()).isEmpty();
        assertThatIllegalStateException().isThrownBy(() -> items.add(4, 10, Duration.ZERO));
    }

    @Test
    void theEndWakesAllThreadsThatWaitForItems() throws Exception {
        WaitingItems<Integer> items = items(3, Duration.ZERO);
        List<Future<Taken<Integer>>> waiting =
                Stream.generate(() -> takeLater(items)).limit(3).toList();

        items.close();

        for (Future<Taken<Integer>> take : waiting) {
            assertThat(get(take).items()).isEmpty();
        }
    }

    @Test
    void itemsWithoutRoomAreRefused() throws Exception {
        WaitingItems<Integer> items =
                new WaitingItems<>(
                        "test",
                        2,
                        item -> item % 2,
                        new CommitLimits(10, 100, 25),
                        Duration.ZERO,
                        System::nanoTime);
        add(items, 0, 1);

        assertThatThrownBy(items.add(2, 10, Duration.ZERO).toCompletableFuture()::join)
                .hasCauseInstanceOf(StoreException.class)
                .hasMessageContaining("cannot accept 10 bytes; 20 of at most 25 bytes");

        Taken<Integer> first = take(items);
        Future<Taken<Integer>> next = threads.submit(() -> items.next(first));
        await().until(() -> items.bytesUnderWay() == 0);
        assertThat(items.add(2, 10, Duration.ZERO).toCompletableFuture()).isNotDone();
        assertThat(numbers(get(next))).containsExactly(2);
    }

    /** The clock jumps between any two looks at it, as it does for a thread that loses its processor. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void anItemIsTakenThoughNoOtherFollows(int lanes) throws Exception {
        int spacing = 50_000;
        AtomicLong now = new AtomicLong();
        WaitingItems<Integer> items =
                items(
                        lanes,
                        Duration.ofNanos(spacing),
                        () -> now.addAndGet(ThreadLocalRandom.current().nextInt(spacing)));
        Callable<Boolean> writer =
                () -> {
                    Taken<Integer> next = take(items);
                    while (!next.items().isEmpty()) {
                        next.items().forEach(item -> item.done().complete(null));
                        next = items.next(next);
                    }
                    return true;
                };
        List<Future<Boolean>> writers =
                Stream.generate(() -> threads.submit(writer)).limit(lanes).toList();

        Random random = new Random(42);
        for (int i = 0; i < 2_000; i++) {
            CompletableFuture<?>[] together =
                    random.ints(1 + random.nextInt(2), 0, lanes)
                            .mapToObj(item ->
                                    items.add(
                                                    item,
                                                    10,
                                                    Duration.ofNanos(random.nextInt(3) * spacing))
                                            .toCompletableFuture())
                            .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(together).get(30, TimeUnit.SECONDS);
        }
        items.close();

        for (Future<Boolean> end : writers) {
            assertThat(get(end)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void eachItemIsTakenOnceInTheOrderOfItsLaneAndByOneThreadAtATime(int lanes) throws Exception {
        int number = 20_000;
        WaitingItems<Integer> items = items(lanes, Duration.ofNanos(50_000));
        List<ArrayList<Integer>> written =
                Stream.generate(ArrayList<Integer>::new).limit(lanes).toList();
        List<AtomicBoolean> used = Stream.generate(AtomicBoolean::new).limit(lanes).toList();
        Callable<Boolean> writer =
                () -> {
                    Random random = new Random(lanes);
                    Taken<Integer> next = take(items);
                    while (!next.items().isEmpty()) {
                        List<Integer> of =
                                numbers(next).stream()
                                        .map(item -> item % lanes)
                                        .distinct()
                                        .toList();
                        for (int lane : of) {
                            assertThat(used.get(lane).getAndSet(true)).isFalse();
                        }
                        numbers(next).forEach(item -> written.get(item % lanes).add(item));
                        LockSupport.parkNanos(random.nextInt(200_000));
                        of.forEach(lane -> used.get(lane).set(false));
                        next = items.next(next);
                    }
                    return true;
                };
        List<Future<Boolean>> writers =
                Stream.generate(() -> threads.submit(writer)).limit(lanes).toList();

        Random random = new Random(42);
        for (int i = 0; i < number; i++) {
            add(items, i);
            if (random.nextInt(100) == 0) {
                LockSupport.parkNanos(random.nextInt(1_000_000));
            }
        }
        items.close();

        for (Future<Boolean> end : writers) {
            assertThat(get(end)).isTrue();
        }
        for (int lane = 0; lane < lanes; lane++) {
            int of = lane;
            assertThat(written.get(lane))
                    .isEqualTo(
                            IntStream.range(0, number)
                                    .filter(item -> item % lanes == of)
                                    .boxed()
                                    .toList());
        }
        assertThat(items.items()).isZero();
        assertThat(items.bytesUnderWay()).isZero();
        assertThat(items.oldestNanos()).isZero();
    }
}
