// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.memory;

import static io.millrace.queue.Fixtures.chain;
import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.tenant;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Path;
import io.millrace.queue.Fixtures;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Many threads that submit and end at once, in a queue that is full most of the time. */
class ConcurrencyTest {

    private static final int SENDERS = 4;
    private static final int MESSAGES = 5_000;

    private final AtomicInteger told = new AtomicInteger();
    private final Map<Object, Integer> lastStarted = new ConcurrentHashMap<>();

    @Test
    void losesNothingKeepsOrderAndBalancesAtEveryInstant() throws Exception {
        RecordingStores stores = new RecordingStores();
        try (ExecutorService engine = Executors.newFixedThreadPool(3);
                ExecutorService senders = Executors.newFixedThreadPool(SENDERS);
                MemoryQueue queue =
                        new MemoryQueue(
                                4,
                                new QueueRegistry(QueueDefinition.DEFAULTS),
                                new LaneSettings(
                                        64,
                                        64 << 20,
                                        20_000,
                                        20_000,
                                        1 << 20,
                                        20_000,
                                        4,
                                        4,
                                        Duration.ofSeconds(1),
                                        Duration.ZERO),
                                stores,
                                LaneEngine.Environment.of(
                                        stores,
                                        QueueListener.NONE,
                                        _ -> 1,
                                        new StandstillClock(System::nanoTime)))) {
            queue.start(attempt -> {
                checkOrder(attempt.message());
                engine.execute(() -> end(attempt));
            });
            List<Future<?>> sending = new ArrayList<>();
            for (int sender = 0; sender < SENDERS; sender++) {
                int number = sender;
                sending.add(senders.submit(() -> send(queue, number)));
            }
            while (sending.stream().anyMatch(each -> !each.isDone())) {
                assertThat(queue.ledger().lines()).allMatch(LedgerLine::isBalanced);
            }
            for (Future<?> each : sending) {
                each.get();
            }

            await().until(() -> queue.ledger().total().allInFlight() == 0);
            await().untilAsserted(() -> assertThat(told).hasValue(SENDERS * MESSAGES));
            assertThat(queue.ledger().total().allTakenIn()).isEqualTo(SENDERS * MESSAGES);
            assertThat(queue.ledger().total().ended().get(Outcome.DEAD_LETTERED))
                    .isEqualTo(stores.letters().size());
            assertThat(queue.load().running()).isZero();
            assertThat(queue.load().waitingBytes()).isZero();
            assertThat(queue.load().lanes()).isZero();
        }
    }

    /** Each sender has devices, a tenant and chains of its own, and retries when the queue refuses a message. */
    private void send(MemoryQueue queue, int sender) {
        for (int i = 0; i < MESSAGES; i++) {
            RuleMessage message =
                    message(tenant(sender), chain(i % 3), device(100 * sender + i % 40), i);
            while (queue.submit(message, Source.DEVICE, told::incrementAndGet) == Admission.FULL) {
                Thread.onSpinWait();
            }
        }
    }

    private void checkOrder(RuleMessage message) {
        Integer before = lastStarted.put(message.originator(), Fixtures.numberOf(message));
        assertThat(before == null || before < Fixtures.numberOf(message)).isTrue();
    }

    private static void end(Attempt attempt) {
        attempt.end(
                Fixtures.numberOf(attempt.message()) % 100 == 0
                        ? new AttemptResult.Failed(Path.EMPTY, Failure.of("broken"))
                        : new AttemptResult.Done(Path.EMPTY));
    }
}
