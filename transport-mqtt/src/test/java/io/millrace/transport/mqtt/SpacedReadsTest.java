// SPDX-License-Identifier: Apache-2.0
package io.millrace.transport.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandler;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoRegistration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The clock moves by a pause, and by half a millisecond in each round. */
class SpacedReadsTest {

    private static final long SPACING = TimeUnit.MILLISECONDS.toNanos(2);
    private static final long ROUND = TimeUnit.MICROSECONDS.toNanos(500);

    private final Sockets sockets = new Sockets();
    private final Tasks tasks = new Tasks();
    private final List<Long> pauses = new ArrayList<>();
    private long now;

    private SpacedReads reads() {
        return reads(nanos -> {
            pauses.add(nanos);
            now += nanos;
        });
    }

    private SpacedReads reads(LongConsumer park) {
        return new SpacedReads(sockets, Duration.ofNanos(SPACING), () -> now, park);
    }

    /** A loop that pauses; its pauses so far are not counted. */
    private SpacedReads underModerateLoad() {
        SpacedReads reads = reads();
        run(reads, 100, 3);
        pauses.clear();
        return reads;
    }

    /** Runs rounds that have so many events each. */
    private void run(SpacedReads reads, int rounds, int events) {
        sockets.events = events;
        for (int i = 0; i < rounds; i++) {
            reads.run(tasks);
        }
    }

    @Test
    void aLoopWithAModerateLoadReadsOncePerSpacing() {
        SpacedReads reads = underModerateLoad();

        run(reads, 3, 3);

        assertThat(pauses).containsOnly(SPACING - ROUND).hasSize(3);
    }

    @Test
    void aLoopThatHasAPacketPerRoundOrLessReadsAtOnce() {
        SpacedReads reads = reads();
        sockets.duration = SPACING;

        run(reads, 1_000, 1);

        assertThat(pauses).isEmpty();
    }

    @Test
    void aLoopWithManyPacketsInEachRoundReadsAtOnce() {
        SpacedReads reads = reads();

        run(reads, 1_000, 100);

        assertThat(pauses).isEmpty();
    }

    @Test
    void theLoadIsMeasuredAnewAfterAFewPauses() {
        SpacedReads reads = underModerateLoad();
        sockets.duration = SPACING;
        run(reads, 20, 1);
        pauses.clear();

        run(reads, 100, 1);

        assertThat(pauses).isEmpty();
    }

    @Test
    void aRoundThatTakesLongerThanTheSpacingIsFollowedByTheNextAtOnce() {
        SpacedReads reads = underModerateLoad();
        sockets.duration = SPACING;

        run(reads, 2, 3);
        pauses.removeFirst();

        assertThat(pauses).isEmpty();
    }

    @Test
    void aLoopWithTasksDoesNotPause() {
        SpacedReads reads = underModerateLoad();
        tasks.submitted.add(() -> {});

        run(reads, 1, 3);

        assertThat(pauses).isEmpty();
    }

    @Test
    void aPauseEndsWhenAScheduledTaskIsDue() {
        SpacedReads reads = underModerateLoad();
        tasks.nextScheduled = 7;

        run(reads, 1, 3);

        assertThat(pauses).containsExactly(7L);
    }

    @Test
    void aWakeUpOutsideAPauseGoesToTheSockets() {
        SpacedReads reads = reads();

        reads.wakeup();

        assertThat(sockets.wakeUps).hasValue(1);
    }

    @Test
    @Timeout(60)
    void aTaskOfAnotherThreadEndsAPause() throws InterruptedException {
        SpacedReads reads = reads(_ -> LockSupport.parkNanos(Duration.ofHours(1).toNanos()));
        moderate(reads);
        Thread loop = Thread.ofPlatform().start(() -> reads.run(tasks));
        await().until(() -> loop.getState() == Thread.State.TIMED_WAITING);

        tasks.submit(() -> {}, reads);

        loop.join();
        assertThat(sockets.wakeUps).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    @Timeout(60)
    void eachTaskIsRunAlthoughNoPauseEndsByItself(int submitters) throws InterruptedException {
        int each = 2_000;
        SpacedReads reads = reads(_ -> LockSupport.parkNanos(Duration.ofHours(1).toNanos()));
        moderate(reads);
        AtomicInteger done = new AtomicInteger();
        Thread loop =
                Thread.ofPlatform()
                        .start(() -> {
                            while (done.get() < submitters * each) {
                                reads.run(tasks);
                                tasks.run();
                            }
                        });

        List<Thread> others =
                IntStream.range(0, submitters)
                        .mapToObj(_ -> Thread.ofPlatform().start(() -> submit(each, done, reads)))
                        .toList();

        for (Thread other : others) {
            other.join();
        }
        loop.join();
        assertThat(done).hasValue(submitters * each);
    }

    /** Each task is submitted after the one before was run, so that the loop pauses between them. */
    private void submit(int number, AtomicInteger done, SpacedReads reads) {
        for (int i = 0; i < number; i++) {
            AtomicInteger own = new AtomicInteger();
            tasks.submit(
                    () -> {
                        own.incrementAndGet();
                        done.incrementAndGet();
                    },
                    reads);
            while (own.get() == 0) {
                Thread.yield();
            }
        }
    }

    /** Makes the load moderate, as the clock stands still from then on. */
    private void moderate(SpacedReads reads) {
        tasks.submitted.add(() -> {});
        run(reads, 100, 3);
        tasks.submitted.clear();
        sockets.duration = 0;
    }

    private final class Sockets implements IoHandler {

        private final AtomicInteger wakeUps = new AtomicInteger();
        private int events;
        private long duration = ROUND;

        @Override
        public int run(IoHandlerContext context) {
            now += duration;
            return events;
        }

        @Override
        public void wakeup() {
            wakeUps.incrementAndGet();
        }

        @Override
        public IoRegistration register(IoHandle handle) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isCompatible(Class<? extends IoHandle> handleType) {
            return true;
        }
    }

    /** The tasks of an event loop. */
    private static final class Tasks implements IoHandlerContext {

        private final Queue<Runnable> submitted = new ConcurrentLinkedQueue<>();
        private long nextScheduled = TimeUnit.HOURS.toNanos(1);

        void submit(Runnable task, IoHandler handler) {
            submitted.add(task);
            handler.wakeup();
        }

        void run() {
            for (Runnable task = submitted.poll(); task != null; task = submitted.poll()) {
                task.run();
            }
        }

        @Override
        public boolean canBlock() {
            return submitted.isEmpty();
        }

        @Override
        public long delayNanos(long currentTimeNanos) {
            return nextScheduled;
        }

        @Override
        public long deadlineNanos() {
            return -1;
        }
    }
}
