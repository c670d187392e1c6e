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
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The statistics of an instance with a real broker. */
class KafkaStatisticsIT {

    private static final QueueDefinition MAIN =
            new QueueDefinition(
                    QueueDefinition.MAIN.key(),
                    "statistics.main",
                    1,
                    SubmitStrategy.BURST,
                    1,
                    Duration.ofMinutes(10),
                    RetryPolicy.NONE);

    @TempDir static java.nio.file.Path directory;
    private static KafkaBroker broker;

    private final FencedStores stores = new FencedStores();
    private final RecordingStores letters = new RecordingStores();

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private KafkaQueue open(List<Attempt> started) {
        KafkaQueue queue =
                KafkaQueues.create(
                        new QueueRegistry(List.of(MAIN)),
                        broker.client(),
                        KafkaQueues.settings("statistics", "one", Duration.ofMillis(100)),
                        stores,
                        letters);
        queue.start(started::add);
        return queue;
    }

    private static void submit(KafkaQueue queue, int number) {
        await().until(() ->
                queue.submit(message(device(number), number), Source.DEVICE, () -> {})
                        == Admission.ACCEPTED);
    }

    private static void end(List<Attempt> started, int number) {
        started.stream()
                .filter(attempt -> numberOf(attempt.message()) == number)
                .forEach(attempt -> attempt.end(new AttemptResult.Done(Path.EMPTY)));
    }

    @Test
    void reportsItsLagAndTheRecordsThatItRepeatsOfAFormerOwner() {
        List<Attempt> started = new CopyOnWriteArrayList<>();
        try (KafkaQueue queue = open(started)) {
            for (int i = 0; i < 4; i++) {
                submit(queue, i);
            }
            await().until(() -> started.size() == 4);
            await().until(() -> queue.statistics().available());
            assertThat(queue.statistics().partitions()).isEqualTo(1);
            assertThat(queue.statistics().maxSendingBytes()).isPositive();
            await().until(() -> queue.statistics().sendingMessages() == 0);

            end(started, 0);
            end(started, 2);

            await().untilAsserted(
                            () -> assertThat(queue.statistics().progress().span()).isEqualTo(3));
            assertThat(queue.statistics().progress().oldest()).isPositive();
            assertThat(queue.statistics().events())
                    .isEqualTo(new KafkaStatistics.Events(0, 0, 0, 0, 0));
        }
        List<Attempt> again = new CopyOnWriteArrayList<>();
        try (KafkaQueue queue = open(again)) {
            await().until(() -> again.size() == 2);

            assertThat(queue.statistics().events().skipped()).as("the third").isEqualTo(1);
            assertThat(queue.statistics().events().replayed())
                    .as("the second; the commit does not include the fourth")
                    .isEqualTo(1);
            end(again, 1);
            end(again, 3);
            await().untilAsserted(() ->
                    assertThat(queue.statistics().progress())
                            .isEqualTo(KafkaStatistics.Progress.NONE));
        }
    }
}
