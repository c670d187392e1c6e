// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class StopLimitTest {

    private final ByteArrayOutputStream console = new ByteArrayOutputStream();
    private final List<Integer> exits = new CopyOnWriteArrayList<>();
    private final StopLimit limit =
            new StopLimit(new PrintStream(console, true, UTF_8), exits::add);

    @Test
    void aStopThatDoesNotEndEndsTheProcess() throws InterruptedException {
        var hangs = new CountDownLatch(1);
        Thread stop =
                Thread.ofPlatform()
                        .start(() -> {
                            limit.begin(Duration.ofMillis(20));
                            awaitUninterruptibly(hangs);
                        });

        await().until(() -> exits.equals(List.of(StopLimit.STATUS)));

        assertThat(console.toString(UTF_8))
                .isEqualToIgnoringNewLines(
                        "Millrace exits with status 75: its stop has not ended within 0.02 s.");
        hangs.countDown();
        stop.join();
    }

    @Test
    void aStopThatEndsInTimeEndsByItself() throws InterruptedException {
        Thread stop = Thread.ofPlatform().start(() -> limit.begin(Duration.ofMinutes(1)));
        stop.join();

        await().until(() -> threadsOfLimits() == 0);

        assertThat(exits).isEmpty();
    }

    private static long threadsOfLimits() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("stop-limit"))
                .count();
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
