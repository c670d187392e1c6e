// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SamplerTest {

    private static final Device DEVICE = new Device("id", "name", "token");
    private static final long TS = 1_700_000_000_000L;

    private final AtomicInteger looks = new AtomicInteger();
    private boolean isServerThere = true;
    private final Sampler sampler =
            new Sampler((_, from, to, found) -> {
                if (!isServerThere) {
                    throw new IOException("gone");
                }
                if (from == TS && to == TS + 1 && looks.incrementAndGet() > 2) {
                    found.accept(from);
                }
            });

    @AfterEach
    void end() throws InterruptedException {
        sampler.end();
    }

    @Test
    void aReadingIsAskedForUntilItIsThere() {
        sampler.start();

        awaitSample(() -> sampler.distribution().count() > 0);

        assertThat(looks).hasValueGreaterThan(2);
    }

    @Test
    void aReadingOfAServerThatWentAwayIsNotSeen() {
        isServerThere = false;
        sampler.start();

        awaitSample(() -> sampler.unseen() > 0);
    }

    private void awaitSample(BooleanSupplier told) {
        await().until(() -> {
            sampler.sent(DEVICE, TS, System.nanoTime());
            return told.getAsBoolean();
        });
    }
}
