// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class FairTurnsTest {

    private static final Duration AT_ONCE = Duration.ZERO;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterEach
    void stopThreads() {
        threads.shutdownNow();
        threads.close();
    }

    @Test
    void anOwnerGetsHalfOfWhatTheOthersDoNotHold() throws InterruptedException {
        FairTurns<String> turns = new FairTurns<>(16);

        assertThat(takeAll(turns, "a")).isEqualTo(8);
        assertThat(takeAll(turns, "b")).isEqualTo(4);
        assertThat(takeAll(turns, "c")).isEqualTo(2);
        assertThat(takeAll(turns, "d")).isEqualTo(1);
        assertThat(takeAll(turns, "e")).isEqualTo(1);
        assertThat(takeAll(turns, "f")).isZero();
    }

    @Test
    void anOwnerGetsTheOnlyPlace() throws InterruptedException {
        FairTurns<String> turns = new FairTurns<>(1);

        assertThat(takeAll(turns, "a")).isEqualTo(1);
        turns.release("a");

        assertThat(takeAll(turns, "b")).isEqualTo(1);
    }

    private static int takeAll(FairTurns<String> turns, String owner) throws InterruptedException {
        int taken = 0;
        while (turns.tryAcquire(owner, AT_ONCE)) {
            taken++;
        }
        return taken;
    }

    @Test
    void waitingOwnersTakeTurnsAndEachKeepsItsOrder() throws InterruptedException {
        FairTurns<String> turns = new FairTurns<>(1);
        turns.acquire("first");
        List<String> order = new CopyOnWriteArrayList<>();
        for (String name : List.of("a1", "a2", "a3", "b1", "b2", "c1")) {
            int before = turns.waiting();
            Future<?> _ =
                    threads.submit(() -> {
                        turns.acquire(name.substring(0, 1));
                        order.add(name);
                        turns.release(name.substring(0, 1));
                        return null;
                    });
            await().until(() -> turns.waiting() == before + 1);
        }

        turns.release("first");

        await().until(() -> turns.owners() == 0);
        assertThat(order).containsExactly("a1", "b1", "c1", "a2", "b2", "a3");
    }

    @Test
    void anInterruptedThreadLeavesTheLine() throws InterruptedException {
        FairTurns<String> turns = new FairTurns<>(1);
        turns.acquire("first");
        Future<?> waiting =
                threads.submit(() -> {
                    turns.acquire("a");
                    return null;
                });
        await().until(() -> turns.waiting() == 1);

        waiting.cancel(true);

        await().until(() -> turns.waiting() == 0);
        turns.release("first");
        assertThat(turns.tryAcquire("b", AT_ONCE)).isTrue();
        assertThat(turns.owners()).isEqualTo(1);
    }

    @Test
    void aPlaceThatIsNotHeldCannotBeGivenBack() {
        FairTurns<String> turns = new FairTurns<>(1);

        assertThatIllegalStateException()
                .isThrownBy(() -> turns.release("a"))
                .withMessage("a holds no place");
    }

    /** Threads of several owners come, wait for random times or are interrupted, and go. */
    @RepeatedTest(5)
    void noPlaceIsLostAndNoneIsGivenTwice() throws Exception {
        int places = 4;
        FairTurns<Integer> turns = new FairTurns<>(places);
        AtomicInteger inUse = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Random random = new Random(7);
        List<Future<?>> callers = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            int owner = random.nextInt(5);
            Duration patience = Duration.ofNanos(random.nextInt(2_000_000));
            callers.add(
                    threads.submit(() -> {
                        if (turns.tryAcquire(owner, patience)) {
                            most.accumulateAndGet(inUse.incrementAndGet(), Math::max);
                            Thread.yield();
                            inUse.decrementAndGet();
                            turns.release(owner);
                        }
                        return null;
                    }));
            if (random.nextInt(10) == 0) {
                callers.removeLast().cancel(true);
            }
        }

        for (Future<?> caller : callers) {
            caller.get();
        }
        threads.close(); // a canceled caller may still run
        assertThat(turns.owners()).isZero();
        assertThat(most.get()).isBetween(1, places);
        assertThat(takeAllOf(turns, places)).isTrue();
    }

    private static boolean takeAllOf(FairTurns<Integer> turns, int places)
            throws InterruptedException {
        for (int owner = 0; owner < places; owner++) {
            if (!turns.tryAcquire(owner, AT_ONCE)) {
                return false;
            }
        }
        return !turns.tryAcquire(places, AT_ONCE);
    }
}
