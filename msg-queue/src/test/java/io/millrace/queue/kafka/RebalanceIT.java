// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static io.millrace.queue.Fixtures.numberOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.Receipt;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RebalanceIT {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);

    @TempDir private static java.nio.file.Path directory;

    private final QueueDefinition main =
            new QueueDefinition(
                    QueueDefinition.MAIN.key(),
                    "rebalance.main",
                    4,
                    SubmitStrategy.BURST,
                    1,
                    Duration.ofMinutes(10),
                    RetryPolicy.NONE);
    private final FencedStores stores = new FencedStores();

    @Test
    void givesPartitionsToAnInstanceThatJoinsAlthoughADeliveryHangsInEach() {
        Set<Integer> runByOther = ConcurrentHashMap.newKeySet();

        List<Attempt> hanging = new CopyOnWriteArrayList<>();
        try (KafkaBroker broker = KafkaBroker.start(directory);
                KafkaQueue first = instance(broker, "first");
                KafkaQueue second = instance(broker, "second")) {
            AtomicBoolean released = new AtomicBoolean();
            first.start(attempt -> {
                hanging.add(attempt);
                if (released.get()) {
                    attempt.end(DONE);
                }
            });
            for (int number = 0; number < 40; number++) {
                first.submit(message(device(number), number), Source.DEVICE, Receipt.NONE);
            }
            try {
                await().until(() -> hanging.size() == 40);

                second.start(attempt -> {
                    runByOther.add(numberOf(attempt.message()));
                    attempt.end(DONE);
                });

                await().until(() -> second.ownedPartitions() > 0 && !runByOther.isEmpty());
                assertThat(first.ownedPartitions()).isPositive();
            } finally {
                released.set(true);
                hanging.forEach(attempt -> attempt.end(DONE));
            }
        }
    }

    /** An instance that would wait ten minutes for running deliveries when it stops. */
    private KafkaQueue instance(KafkaBroker broker, String name) {
        return KafkaQueues.create(
                new QueueRegistry(List.of(main)),
                broker.client(),
                KafkaQueues.settings("rebalance", name, Duration.ofMinutes(10)),
                stores,
                new RecordingStores());
    }
}
