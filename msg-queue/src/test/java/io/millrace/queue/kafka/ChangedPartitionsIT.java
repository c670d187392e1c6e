// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Attempt;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.message.delivery.Path;
import io.millrace.queue.Fixtures;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.SubmitStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue changes its number of partitions: messages in its new topic start when those in the former one have ended. */
class ChangedPartitionsIT {

    private static final AttemptResult DONE = new AttemptResult.Done(Path.EMPTY);

    @TempDir static java.nio.file.Path directory;
    private static KafkaBroker broker;

    private final String group = UUID.randomUUID().toString();
    private final QueueDefinition first =
            new QueueDefinition(
                    QueueDefinition.MAIN.key(),
                    topic(1),
                    2,
                    SubmitStrategy.SEQUENTIAL_BY_ORIGINATOR,
                    1,
                    Duration.ofMinutes(10),
                    RetryPolicy.NONE);
    private final QueueRegistry registry = new QueueRegistry(List.of(first));
    private final FencedStores stores = new FencedStores();
    private final List<Attempt> started = new CopyOnWriteArrayList<>();
    private final AtomicInteger acknowledged = new AtomicInteger();
    private final List<KafkaQueue> instances = new ArrayList<>();
    private volatile boolean ending;

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @AfterEach
    void stop() {
        instances.forEach(KafkaQueue::close);
    }

    private String topic(int generation) {
        return group + "-g" + generation;
    }

    private QueueDefinition generation(int generation, int partitions, boolean waits) {
        return first.inTopic(topic(generation), partitions, waits ? topic(generation - 1) : null);
    }

    private KafkaQueue start() {
        KafkaQueue queue =
                KafkaQueues.create(
                        registry,
                        broker.client(),
                        KafkaQueues.settings(
                                group, "instance-" + instances.size(), Duration.ofMillis(100)),
                        stores,
                        new RecordingStores());
        instances.add(queue);
        queue.start(attempt -> {
            started.add(attempt);
            if (ending) {
                attempt.end(DONE);
            }
        });
        return queue;
    }

    /** Ends all attempts, those to come as well. */
    private void endAll() {
        ending = true;
        started.forEach(attempt -> attempt.end(DONE));
    }

    /** The queue is never without room for them, also while the new topic is being created. */
    private void submit(KafkaQueue queue, Source source, int... numbers) {
        for (int number : numbers) {
            assertThat(
                            queue.submit(
                                    message(device(1), number),
                                    source,
                                    acknowledged::incrementAndGet))
                    .isEqualTo(Admission.ACCEPTED);
        }
    }

    private List<Integer> numbers() {
        return started.stream().map(Attempt::message).map(Fixtures::numberOf).toList();
    }

    private void awaitStarted(Integer... numbers) {
        await().untilAsserted(() -> assertThat(numbers()).containsExactly(numbers));
    }

    private void end(int index) {
        started.get(index).end(DONE);
    }

    @Test
    void acknowledgesMessagesOfTheNewTopicAtOnceAndStartsThemAfterThoseOfTheFormer() {
        KafkaQueue queue = start();
        await().until(() -> queue.ownedPartitions() == 2);
        submit(queue, Source.DEVICE, 1, 2);
        awaitStarted(1);

        registry.replace(List.of(generation(2, 5, true)), List.of(first));
        submit(queue, Source.DEVICE, 3);
        await().until(() -> queue.hasTopic(topic(2)));
        await().until(() -> queue.statistics().waitingTopics() == 1);
        submit(queue, Source.DEVICE, 4);
        submit(queue, Source.RULE_ENGINE, 5);
        await().until(() -> acknowledged.get() == 5);

        assertThat(queue.isLocal(message(device(1), 6))).isFalse();
        end(0);
        awaitStarted(1, 2);
        assertThat(queue.unfinished(topic(1))).isPositive();
        endAll();
        await().until(() -> queue.hasEnded(topic(1)));
        assertThat(queue.ownedPartitions()).isEqualTo(2);
        assertThat(queue.unfinished(topic(2))).isPositive();
        assertThat(numbers()).isSorted().doesNotContain(4, 5);

        registry.replace(List.of(generation(2, 5, false)), List.of(first));
        awaitStarted(1, 2, 3, 4, 5);
        await().until(() -> queue.hasEnded(topic(2)));
        await().until(() -> queue.ownedPartitions() == 7);
        assertThat(queue.ledger().total().isBalanced()).isTrue();
    }

    @Test
    void goesOnWaitingWhenAnotherInstanceOwnsTheTopics() {
        KafkaQueue former = start();
        submit(former, Source.DEVICE, 1);
        awaitStarted(1);
        registry.replace(List.of(generation(2, 3, true)), List.of(first));
        await().until(() -> former.statistics().waitingTopics() == 1);
        await().until(() -> former.hasTopic(topic(2)));
        submit(former, Source.DEVICE, 2, 3);
        await().until(() -> acknowledged.get() == 3);

        former.close();
        KafkaQueue next = start();
        awaitStarted(1, 1);
        await().until(() -> next.ownedPartitions() == 2);
        assertThat(next.unfinished(topic(1))).isPositive();
        endAll();
        await().until(() -> next.hasEnded(topic(1)));
        registry.replace(List.of(generation(2, 3, false)), List.of(first));

        awaitStarted(1, 1, 2, 3);
    }

    @Test
    void aSecondChangeWaitsForTheFirst() {
        KafkaQueue queue = start();
        submit(queue, Source.DEVICE, 1);
        awaitStarted(1);
        registry.replace(List.of(generation(2, 3, true)), List.of(first));
        await().until(() -> queue.statistics().waitingTopics() == 1);
        await().until(() -> queue.hasTopic(topic(2)));
        submit(queue, Source.DEVICE, 2);
        registry.replace(List.of(generation(3, 1, true)), List.of(generation(2, 3, true), first));
        await().until(() -> queue.statistics().waitingTopics() == 2);
        await().until(() -> queue.hasTopic(topic(3)));
        submit(queue, Source.DEVICE, 3);
        await().until(() -> acknowledged.get() == 3);

        end(0);
        await().until(() -> queue.hasEnded(topic(1)));
        registry.replace(List.of(generation(3, 1, true)), List.of(generation(2, 3, false), first));
        awaitStarted(1, 2);
        assertThat(queue.hasEnded(topic(2))).isFalse();
        end(1);
        await().until(() -> queue.hasEnded(topic(2)));
        registry.replace(List.of(generation(3, 1, false)), List.of(generation(2, 3, false), first));

        awaitStarted(1, 2, 3);
    }
}
