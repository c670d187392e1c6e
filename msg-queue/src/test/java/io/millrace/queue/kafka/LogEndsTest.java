// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LogEndsTest {

    private static final TopicPartition LOG = new TopicPartition("log", 0);

    private final AtomicInteger calls = new AtomicInteger();
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);

    private Map<TopicPartition, Long> slowFirstCall() {
        int number = calls.incrementAndGet();
        if (number == 1) {
            try {
                firstMayEnd.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return Map.of(LOG, (long) number);
    }

    @Test
    void thoseWhoAskDuringACallShareTheNextOne() throws Exception {
        LogEnds ends = new LogEnds(this::slowFirstCall);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = CompletableFuture.supplyAsync(ends::now, threads);
            await().until(() -> calls.get() == 1);
            List<CompletableFuture<Map<TopicPartition, Long>>> others = new ArrayList<>();
            AtomicInteger asking = new AtomicInteger();
            for (int i = 0; i < 20; i++) {
                others.add(
                        CompletableFuture.supplyAsync(
                                () -> {
                                    asking.incrementAndGet();
                                    return ends.now();
                                },
                                threads));
            }
            await().until(() -> asking.get() == 20);
            firstMayEnd.countDown();

            assertThat(first.get(10, SECONDS)).containsEntry(LOG, 1L);
            for (var other : others) {
                assertThat(other.get(10, SECONDS).get(LOG)).isGreaterThan(1L);
            }
        }
        assertThat(calls).hasValueLessThan(21);
    }

    @Test
    void aFailureReachesThoseWhoAskedAndTheNextCallIsMade() {
        LogEnds ends =
                new LogEnds(() -> {
                    if (calls.incrementAndGet() == 1) {
                        throw new IllegalStateException("no broker");
                    }
                    return Map.of(LOG, 7L);
                });

        assertThatThrownBy(ends::now)
                .isInstanceOf(KafkaQueueException.class)
                .hasRootCauseMessage("no broker");
        assertThat(ends.now()).containsEntry(LOG, 7L);
    }
}
