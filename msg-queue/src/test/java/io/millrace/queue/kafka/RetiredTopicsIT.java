// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The topic of a removed queue is read until all its messages have ended. */
class RetiredTopicsIT {

    @TempDir static java.nio.file.Path directory;
    private static KafkaBroker broker;

    private final String group = UUID.randomUUID().toString();
    private final QueueDefinition main = queue("Main");
    private final QueueDefinition other = queue("Other");
    private final FencedStores stores = new FencedStores();
    private final RecordingStores letters = new RecordingStores();
    private final List<Attempt> started = new CopyOnWriteArrayList<>();

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    private QueueDefinition queue(String name) {
        return new QueueDefinition(
                QueueKey.shared(name),
                group + "." + name,
                2,
                SubmitStrategy.BURST,
                1,
                Duration.ofMinutes(10),
                RetryPolicy.NONE);
    }

    private KafkaQueue open(QueueRegistry registry) {
        KafkaQueue queue =
                KafkaQueues.create(
                        registry,
                        broker.client(),
                        KafkaQueues.settings(group, "one", Duration.ofMillis(100)),
                        stores,
                        letters);
        queue.start(started::add);
        return queue;
    }

    private static void submitToOther(KafkaQueue queue, int number) {
        await().until(() ->
                queue.submit(
                                message(device(number), number).withQueue("Other"),
                                Source.DEVICE,
                                () -> {})
                        == Admission.ACCEPTED);
    }

    private void endAll() {
        started.forEach(attempt -> attempt.end(new AttemptResult.Done(Path.EMPTY)));
    }

    @Test
    void isReadOnAndLeftWhenTheQueueIsForgotten() {
        QueueRegistry registry = new QueueRegistry(List.of(main, other));
        try (KafkaQueue queue = open(registry)) {
            await().until(() -> queue.ownedPartitions() == 4);
            submitToOther(queue, 1);
            submitToOther(queue, 2);
            await().until(() -> started.size() == 2);
            registry.replace(List.of(main), List.of(other));
            assertThat(queue.hasEnded(other.topic())).isFalse();

            endAll();
            await().until(() -> queue.hasEnded(other.topic()));
            assertThat(queue.ownedPartitions()).isEqualTo(4);

            registry.replace(List.of(main));
            await().until(() -> queue.ownedPartitions() == 2);
            assertThat(queue.ledger().total().ended()).containsEntry(Outcome.DONE, 2L);
            assertThat(queue.ledger().total().isBalanced()).isTrue();
        }
    }

    @Test
    void isReadByTheNextRunToo() {
        try (KafkaQueue queue = open(new QueueRegistry(List.of(main, other)))) {
            submitToOther(queue, 1);
            await().until(() -> started.size() == 1);
        }
        started.clear();

        try (KafkaQueue queue = open(new QueueRegistry(List.of(main), List.of(other)))) {
            await().until(() -> started.size() == 1);
            assertThat(queue.hasEnded(other.topic())).isFalse();
            endAll();
            await().until(() -> queue.hasEnded(other.topic()));
        }
    }

    @Test
    void takesNoMoreMessages() {
        QueueRegistry registry = new QueueRegistry(List.of(main), List.of(other));
        try (KafkaQueue queue = open(registry)) {
            submitToOther(queue, 1);
            await().until(() -> started.size() == 1);

            assertThat(queue.hasEnded(other.topic())).isTrue();
            assertThat(queue.hasEnded(main.topic())).isFalse();
        }
    }

    @Test
    void belongsToTheQueueAgainThatComesBack() {
        QueueRegistry registry = new QueueRegistry(List.of(main, other));
        try (KafkaQueue queue = open(registry)) {
            await().until(() -> queue.ownedPartitions() == 4);
            submitToOther(queue, 1);
            await().until(() -> started.size() == 1);
            registry.replace(List.of(main), List.of(other));

            registry.replace(List.of(main, other.withRetry(RetryPolicy.of(1, Duration.ZERO))));
            submitToOther(queue, 2);

            await().until(() -> started.size() == 2);
            assertThat(registry.retired()).isEmpty();
            assertThat(queue.hasEnded(other.topic())).isFalse();
        }
    }
}
