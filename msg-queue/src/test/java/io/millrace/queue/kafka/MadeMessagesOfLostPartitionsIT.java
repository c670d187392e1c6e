// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.RuleMessage;
import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Failure;
import io.millrace.message.delivery.Lease;
import io.millrace.message.delivery.Path;
import io.millrace.message.id.EntityId;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.Receipt;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.WaitingSender;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Messages that deliveries have made for other originators, and that wait in the lanes of a partition when this instance
 * loses it. The deliveries that made them have ended; only their receipts are open.
 */
class MadeMessagesOfLostPartitionsIT {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);
    private static final AttemptResult FAILED =
            new AttemptResult.Failed(Path.EMPTY, Failure.of("refused"));
    private static final int DEVICES = 8;
    private static final int MESSAGES = 20;

    /** The asset of each device has the number of the device and this. */
    private static final int ASSETS = 1_000;

    @TempDir private static java.nio.file.Path directory;

    private final QueueDefinition main =
            new QueueDefinition(
                    QueueDefinition.MAIN.key(),
                    "lost.main",
                    8,
                    SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR,
                    1,
                    Duration.ofMinutes(10),
                    new RetryPolicy(
                            RetryPolicy.UNLIMITED,
                            true,
                            true,
                            Duration.ofMillis(100),
                            Duration.ofMillis(100),
                            false));
    private final FencedStores stores = new FencedStores();
    private final Map<EntityId, Set<Integer>> ended = new ConcurrentHashMap<>();
    private final ConcurrentLinkedQueue<Attempt> hanging = new ConcurrentLinkedQueue<>();
    private final AtomicInteger made = new AtomicInteger();
    private volatile boolean hang = true;

    /** A message of a device makes one for its asset, which hangs at first. */
    private void begin(KafkaQueue queue, Attempt attempt) {
        RuleMessage message = attempt.message();
        int device = deviceOf(message);
        if (device < 0) {
            hanging.add(attempt);
            if (!hang && hanging.remove(attempt)) {
                end(attempt);
            }
            return;
        }
        RuleMessage ofAsset = message(device(ASSETS + device), numberOf(message));
        Runnable share = attempt.shareReceipt();
        queue.submitOrWait(
                ofAsset,
                Source.RULE_ENGINE,
                new WaitingSender() {
                    @Override
                    public boolean isWaiting() {
                        return !attempt.isOver();
                    }

                    @Override
                    public Lease lease() {
                        return Objects.requireNonNull(attempt.lease());
                    }

                    @Override
                    public void safe() {
                        if (share != null) {
                            share.run();
                        } else {
                            attempt.end(DONE);
                        }
                    }

                    @Override
                    public void answered(Admission admission) {
                        made.incrementAndGet();
                        if (share != null) {
                            attempt.end(DONE);
                        }
                    }
                });
    }

    /** The number of the device that sent a message; negative for a message of an asset. */
    private static int deviceOf(RuleMessage message) {
        return IntStream.range(0, DEVICES)
                .filter(i -> device(i).equals(message.originator()))
                .findAny()
                .orElse(-1);
    }

    /** Ends a message of an asset: its effect counts under a valid lease only. */
    private void end(Attempt attempt) {
        if (!stores.isValid(Objects.requireNonNull(attempt.lease()))) {
            attempt.end(FAILED);
            return;
        }
        if (!attempt.isOver()) {
            ended.computeIfAbsent(
                            attempt.message().originator(), _ -> ConcurrentHashMap.newKeySet())
                    .add(numberOf(attempt.message()));
        }
        attempt.end(DONE);
    }

    private void letGo() {
        hang = false;
        for (Attempt next = hanging.poll(); next != null; next = hanging.poll()) {
            end(next);
        }
    }

    @Test
    void areMadeAgainIfAnotherInstanceHadClaimedThePartitionMeanwhile() {
        try (KafkaBroker broker = KafkaBroker.start(directory.resolve("claimed"));
                KafkaQueue only = instance(broker, "only")) {
            only.start(attempt -> begin(only, attempt));
            await().until(() -> only.ownedPartitions() == main.partitions());
            publish(only);
            awaitHangingAssets();

            partitionsOfAssets().forEach(partition -> stores.takeOver(main.topic(), partition));
            letGo();

            awaitAllEnded(only);
        }
    }

    @Test
    void areRunByTheNextOwnerAndReleaseTheLogOfTheirMakers() {
        try (KafkaBroker broker = KafkaBroker.start(directory.resolve("moved"));
                KafkaQueue former = instance(broker, "former");
                KafkaQueue next = instance(broker, "next")) {
            former.start(attempt -> begin(former, attempt));
            await().until(() -> former.ownedPartitions() == main.partitions());
            publish(former);
            awaitHangingAssets();

            next.start(attempt -> begin(next, attempt));
            await().until(() -> next.ownedPartitions() > 0);
            letGo();

            awaitAllEnded(former);
        }
    }

    private void publish(KafkaQueue queue) {
        for (int number = 0; number < MESSAGES; number++) {
            for (int i = 0; i < DEVICES; i++) {
                assertThat(queue.submit(message(device(i), number), Source.DEVICE, Receipt.NONE))
                        .isEqualTo(Admission.ACCEPTED);
            }
        }
    }

    private void awaitHangingAssets() {
        await().untilAsserted(() -> assertThat(hanging).hasSize(DEVICES));
        await().untilAsserted(() -> assertThat(made).hasValue(DEVICES * MESSAGES));
    }

    private Set<Integer> partitionsOfAssets() {
        return hanging.stream()
                .map(attempt -> Objects.requireNonNull(attempt.lease()).partition())
                .collect(Collectors.toSet());
    }

    private void awaitAllEnded(KafkaQueue queue) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(ended.values())
                                .hasSize(DEVICES)
                                .allMatch(numbers -> numbers.size() == MESSAGES));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(queue.unfinished(main.topic())).isZero());
        await().untilAsserted(() -> assertThat(stores.all()).isEmpty());
    }

    private KafkaQueue instance(KafkaBroker broker, String name) {
        return KafkaQueues.create(
                new QueueRegistry(List.of(main)),
                broker.client(),
                KafkaQueues.settings("lost", name, Duration.ofSeconds(1)),
                stores,
                new RecordingStores());
    }
}
