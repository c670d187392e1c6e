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
import io.millrace.message.delivery.Path;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A removed queue is closed when the last of its messages has ended; only its part of the ledger stays. */
class RemovedQueuesTest {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final QueueDefinition MAIN = QueueDefinition.MAIN;
    private static final QueueDefinition OTHER =
            new QueueDefinition(
                    QueueKey.shared("Other"),
                    "other",
                    1,
                    SubmitStrategy.BURST,
                    1,
                    Duration.ofSeconds(10),
                    RetryPolicy.NONE);

    private final QueueRegistry registry = new QueueRegistry(List.of(MAIN, OTHER));
    private final RecordingStores stores = new RecordingStores();
    private final List<Attempt> started = new ArrayList<>();
    private final MemoryQueue queue =
            new MemoryQueue(
                    4,
                    registry,
                    new LaneSettings(
                            64,
                            64 << 20,
                            200_000,
                            200_000,
                            1 << 20,
                            200_000,
                            4,
                            4,
                            Duration.ofSeconds(1),
                            Duration.ZERO),
                    stores,
                    LaneEngine.Environment.of(
                            stores,
                            QueueListener.NONE,
                            _ -> 1,
                            new StandstillClock(System::nanoTime)));

    @AfterEach
    void close() {
        queue.close();
    }

    private static RuleMessage inOther(int device, int number) {
        return message(tenant(1), chain(1), device(device), number).withQueue("Other");
    }

    private void submit(RuleMessage message) {
        assertThat(queue.submit(message, Source.DEVICE, () -> {})).isEqualTo(Admission.ACCEPTED);
    }

    @Test
    void leavesNothingBehindButItsPartOfTheLedger() {
        queue.prepare(attempt -> attempt.end(DONE));
        submit(message(device(1), 1));
        int partitions = queue.lanes().partitions();
        int chains = queue.lanes().chains();
        submit(inOther(1, 2));
        queue.drop(inOther(2, 3), Source.DEVICE);

        registry.replace(List.of(MAIN));
        queue.sweep();

        assertThat(queue.keptQueues()).isEqualTo(1);
        assertThat(queue.lanes().partitions()).isEqualTo(partitions);
        assertThat(queue.lanes().chains()).isEqualTo(chains);
        LedgerLine line = queue.ledger().of(tenant(1)).total();
        assertThat(line.takenIn()).containsEntry(Source.DEVICE, 2L);
        assertThat(line.ended())
                .containsEntry(Outcome.DONE, 1L)
                .containsEntry(Outcome.DROPPED_BY_POLICY, 1L);
    }

    @Test
    void goesOnUntilTheLastOfItsMessagesHasEnded() {
        queue.prepare(started::add);
        RuleMessage message = inOther(1, 1);
        submit(message);

        registry.replace(List.of(MAIN));
        queue.sweep();
        assertThat(queue.find(message.id())).hasSize(1);
        assertThat(queue.ledger().total().allInFlight()).isEqualTo(1);

        started.getFirst().end(DONE);
        queue.sweep();
        assertThat(queue.lanes().partitions()).isZero();
        assertThat(queue.lanes().chains()).isZero();
        assertThat(queue.ledger().total().ended()).containsEntry(Outcome.DONE, 1L);
    }

    @Test
    void mayComeBackUnderTheSameNameBeforeItIsGone() {
        queue.prepare(started::add);
        submit(inOther(1, 1));
        registry.replace(List.of(MAIN));
        registry.replace(List.of(MAIN, OTHER));
        submit(inOther(1, 2));
        assertThat(queue.lanes().partitions()).isEqualTo(8);

        started.forEach(attempt -> attempt.end(DONE));
        queue.sweep();

        assertThat(queue.lanes().partitions()).isEqualTo(4);
        assertThat(queue.lanes().chains()).isPositive();
        assertThat(queue.ledger().total().ended()).containsEntry(Outcome.DONE, 2L);
    }

    @Test
    void losesNothingAndBalancesWhileItComesAndGoes() throws Exception {
        int senders = 3;
        int messages = 4_000;
        AtomicInteger told = new AtomicInteger();
        try (ExecutorService engine = Executors.newFixedThreadPool(2);
                ExecutorService sending = Executors.newFixedThreadPool(senders)) {
            queue.start(attempt -> engine.execute(() -> attempt.end(DONE)));
            List<Future<?>> all = new ArrayList<>();
            for (int sender = 0; sender < senders; sender++) {
                int first = 100 * sender;
                all.add(sending.submit(() -> send(first, messages, told)));
            }
            long before = 0;
            for (int turn = 0; all.stream().anyMatch(each -> !each.isDone()); turn++) {
                registry.replace(turn % 2 == 0 ? List.of(MAIN) : List.of(MAIN, OTHER));
                LedgerLine total = queue.ledger().total();
                assertThat(queue.ledger().lines()).allMatch(LedgerLine::isBalanced);
                assertThat(total.allTakenIn()).isGreaterThanOrEqualTo(before);
                before = total.allTakenIn();
            }
            for (Future<?> each : all) {
                each.get();
            }
            registry.replace(List.of(MAIN));
            // One at least meets the removed queue, and makes the lanes of Main.
            send(1_000, 1, told);

            await().untilAsserted(() -> assertThat(queue.lanes().partitions()).isEqualTo(4));
            await().until(() -> queue.ledger().total().allInFlight() == 0);
            int submitted = senders * messages + 1;
            await().untilAsserted(() -> assertThat(told).hasValue(submitted));
            assertThat(queue.ledger().total().allTakenIn()).isEqualTo(submitted);
            assertThat(queue.load().running()).isZero();
            assertThat(queue.load().waitingBytes()).isZero();
        }
    }

    private void send(int first, int messages, AtomicInteger told) {
        for (int i = 0; i < messages; i++) {
            RuleMessage message = inOther(first + i % 40, i);
            while (queue.submit(message, Source.DEVICE, told::incrementAndGet) == Admission.FULL) {
                Thread.onSpinWait();
            }
        }
    }
}
