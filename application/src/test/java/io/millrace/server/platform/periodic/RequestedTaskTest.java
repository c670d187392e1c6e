// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.is;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class RequestedTaskTest {

    private final Semaphore mayEnd = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicBoolean fails = new AtomicBoolean();
    private final RequestedTask task =
            new RequestedTask(
                    "requested",
                    Duration.ofMillis(1),
                    () -> {
                        begun.incrementAndGet();
                        assertThat(mayEnd.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
                        ended.incrementAndGet();
                        if (fails.getAndSet(false)) {
                            throw new IllegalStateException("fails once");
                        }
                    });

    @AfterEach
    void stop() {
        task.stop();
    }

    @Test
    void requestsDuringARunAreOneMoreRun() {
        task.start();
        await().untilAtomic(begun, is(1));

        for (int i = 0; i < 10; i++) {
            task.request();
        }
        mayEnd.release(2);
        await().untilAtomic(ended, is(2));

        task.request();
        mayEnd.release();
        await().untilAtomic(ended, is(3));
        assertThat(begun).hasValue(3);
    }

    @Test
    void aRunThatFailedIsRepeated() {
        fails.set(true);
        mayEnd.release(2);

        task.start();

        await().untilAtomic(ended, is(2));
    }

    @Test
    void requestsOfAStoppedTaskDoNothingAndTheNextStartRuns() {
        task.request();
        assertThat(task.isRunning()).isFalse();

        task.start();
        mayEnd.release();
        await().untilAtomic(ended, is(1));
        task.stop();
        task.request();

        task.start();
        mayEnd.release();
        await().untilAtomic(ended, is(2));
    }
}
