// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.rule.store.NodeTimers;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedTimersTest {

    private static final Duration PERIOD = Duration.ofMillis(5);

    private final SharedTimers timers = new SharedTimers();

    @AfterEach
    void close() {
        timers.close();
    }

    @Test
    void callsATaskEachPeriod() {
        AtomicInteger calls = new AtomicInteger();

        timers.every(PERIOD, calls::incrementAndGet);

        await().until(() -> calls.get() > 3);
    }

    @Test
    void goesOnAfterATaskThatFailed() {
        AtomicInteger calls = new AtomicInteger();

        timers.every(
                PERIOD,
                () -> {
                    calls.incrementAndGet();
                    throw new IllegalStateException("failed");
                });

        await().until(() -> calls.get() > 3);
    }

    @Test
    void callsNoTaskOfAStoppedTimer() {
        AtomicInteger stopped = new AtomicInteger();
        AtomicInteger others = new AtomicInteger();
        NodeTimers.Timer timer = timers.every(PERIOD, stopped::incrementAndGet);
        await().until(() -> stopped.get() > 0);

        timer.close();
        timers.every(PERIOD, others::incrementAndGet);
        await().until(() -> others.get() > 1);
        int seen = stopped.get();
        int before = others.get();
        await().until(() -> others.get() > before + 3);

        assertThat(stopped.get()).isEqualTo(seen);
    }
}
