// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Metrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class PeriodicTaskTest {

    private static final Duration NEVER = Duration.ofDays(1);

    @Test
    void aRunThatFailsIsCountedAndFollowedByTheNext() {
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        Metrics.addRegistry(meters);
        AtomicInteger runs = new AtomicInteger();
        PeriodicTask task =
                new PeriodicTask(
                        "failing",
                        Duration.ofMillis(1),
                        () -> {
                            switch (runs.incrementAndGet()) {
                                case 1 -> throw new IllegalStateException("first run");
                                case 2 -> throw new SQLException("second run");
                                default -> {}
                            }
                        });

        task.start(Duration.ZERO);

        try {
            await().untilAtomic(runs, org.hamcrest.Matchers.greaterThanOrEqualTo(3));
            assertThat(
                            meters.get("millrace.task.failures")
                                    .tag("task", "failing")
                                    .counter()
                                    .count())
                    .isEqualTo(2);
        } finally {
            Metrics.removeRegistry(meters);
            task.stop();
        }
    }

    @Test
    void wakeRunsTheWorkBeforeTheIntervalIsOver() throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        PeriodicTask task = new PeriodicTask("woken", NEVER, ran::countDown);
        task.start(NEVER);

        task.wake();

        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
        task.stop();
    }

    @Test
    void stopInterruptsARunAndReturnsWhenItHasEnded() throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        PeriodicTask task =
                new PeriodicTask(
                        "long",
                        NEVER,
                        () -> {
                            entered.countDown();
                            try {
                                new CountDownLatch(1).await();
                            } finally {
                                ended.set(true);
                            }
                        });
        task.start(Duration.ZERO);
        assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();

        task.stop();

        assertThat(ended).isTrue();
        assertThat(task.isRunning()).isFalse();
    }
}
