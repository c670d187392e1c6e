// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.Fixtures;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueEngineContract;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.SubmitStrategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaQueueContractIT extends QueueEngineContract {

    @TempDir static Path directory;
    private static KafkaBroker broker;

    private final FencedStores stores = new FencedStores();
    private final String group = UUID.randomUUID().toString();

    @BeforeAll
    static void startBroker() {
        broker = KafkaBroker.start(directory);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    @Override
    protected QueueDefinition own(QueueDefinition definition) {
        return new QueueDefinition(
                definition.key(),
                group + "." + definition.topic(),
                4,
                definition.submit(),
                definition.batchSize(),
                definition.deadline(),
                definition.retry());
    }

    @Override
    protected QueueEngine open(QueueRegistry queues) {
        return KafkaQueues.create(
                queues,
                broker.client(),
                KafkaQueues.settings(group, "one", Duration.ofSeconds(1)),
                stores,
                letters);
    }

    @Test
    void saysHowManyRecordsOfTheLogItHasNotRead() {
        start(_ -> {}, QueueDefinition.MAIN.withSubmit(SubmitStrategy.SEQUENTIAL, 1));
        submit(message(device(1), 1));
        submit(message(device(2), 2));

        await().untilAsserted(() -> assertThat(content(null).waiting()).isEqualTo(1));
        await().untilAsserted(() -> assertThat(content(null).unread()).hasValue(0));
        assertThat(content(Fixtures.TENANT).unread()).as("the log is shared").isEmpty();
    }

    @Test
    void reclaimsAPartitionThatAnotherInstanceHasClaimed() {
        start(attempt -> attempt.end(DONE), QueueDefinition.MAIN);
        submit(message(device(1), 1));
        await().until(() -> ended(Outcome.DONE) == 1);

        Lease stray = stores.takeOver(group + "." + QueueDefinition.MAIN.topic(), 0);

        await().until(() -> !stores.isValid(stray));
        submit(message(device(1), 2));
        await().until(() -> ended(Outcome.DONE) == 2);
    }
}
