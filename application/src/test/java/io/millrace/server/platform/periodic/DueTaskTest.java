// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import java.time.Clock;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class DueTaskTest {

    /** So far away that a test which waits for it fails. */
    private static final long A_DAY = Duration.ofDays(1).toMillis();

    private final Clock clock = Clock.systemUTC();
    private final Semaphore mayEnd = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicBoolean fails = new AtomicBoolean();

    /** What the next runs return; after these a run returns that nothing is due. */
    private final Deque<Long> next = new ConcurrentLinkedDeque<>();

    private final DueTask task = task(Duration.ZERO);

    private DueTask task(Duration pause) {
        return new DueTask("due", pause, clock, this::run);
    }

    private long run() throws InterruptedException {
        begun.incrementAndGet();
        assertThat(mayEnd.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        ended.incrementAndGet();
        if (fails.getAndSet(false)) {
            throw new IllegalStateException("fails once");
        }
        Long following = next.poll();
        return following == null ? DueTask.NEVER : following;
    }

    private long in(long milliseconds) {
        return clock.millis() + milliseconds;
    }

    @AfterEach
    void stop() {
        task.stop();
    }

    @Test
    void aRunFollowsWhenTheTimeHasComeThatTheLastOneReturned() {
        long due = in(50);
        mayEnd.release(3);
        next.add(in(-A_DAY));
        next.add(due);

        task.start();

        await().untilAtomic(ended, is(3));
        assertThat(clock.millis()).isGreaterThanOrEqualTo(due);
    }

    @Test
    void anEarlierTimeReplacesALaterOneAndALaterOneChangesNothing() {
        mayEnd.release(10);
        next.add(in(A_DAY));
        task.start();
        await().untilAtomic(ended, is(1));

        task.expect(in(2 * A_DAY));
        task.expect(in(5));

        await().untilAtomic(ended, is(2));
        task.expect(in(0));
        await().untilAtomic(ended, is(3));
        assertThat(begun).hasValue(3);
    }

    @Test
    void timesExpectedDuringARunAreOneMoreRun() {
        task.start();
        await().untilAtomic(begun, is(1));

        for (int i = 0; i < 10; i++) {
            task.expect(in(0));
        }
        mayEnd.release(2);
        await().untilAtomic(ended, is(2));

        task.expect(in(0));
        mayEnd.release();
        await().untilAtomic(ended, is(3));
        assertThat(begun).hasValue(3);
    }

    @Test
    void whatIsDueDuringThePauseIsDoneInOneRun() {
        DueTask pausing = task(Duration.ofMillis(A_DAY));
        pausing.start();
        try {
            await().untilAtomic(begun, is(1));
            pausing.expect(in(0));
            mayEnd.release(10);
            await().untilAtomic(ended, is(1));
            pausing.expect(in(0));
            pausing.expect(in(1));

            // Runs of the other task begin after any run that the pause has not held back.
            task.start();
            await().untilAtomic(ended, is(2));
            task.expect(in(20));
            await().untilAtomic(ended, is(3));
            assertThat(begun).hasValue(3);
        } finally {
            pausing.stop();
        }
    }

    @Test
    void aRunThatFailedIsRepeated() {
        fails.set(true);
        mayEnd.release(2);

        task.start();

        await().untilAtomic(ended, is(2));
    }

    @Test
    void aStoppedTaskDoesNothingAndTheNextStartRuns() {
        task.expect(in(0));
        assertThat(task.isRunning()).isFalse();

        task.start();
        mayEnd.release();
        await().untilAtomic(ended, is(1));
        task.stop();
        task.expect(in(0));

        task.start();
        mayEnd.release();
        await().untilAtomic(ended, is(2));
    }
}
