// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.Map;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;

/** Queues of one instance whose stores are in memory. */
final class KafkaQueues {

    private KafkaQueues() {}

    private static final LaneSettings LANES = LaneSettings.forHeap(64 << 20);

    /** Settings of an instance that commits soon, for a single broker. */
    static KafkaQueueSettings settings(String group, String instance, Duration handOver) {
        return new KafkaQueueSettings(group, instance, (short) 1, Duration.ofMillis(100), handOver);
    }

    private static KafkaClients clients(
            KafkaQueueSettings settings, Map<String, Object> configured) {
        return new KafkaClients(
                new DefaultKafkaProducerFactory<>(
                        ClientProperties.producer(settings, LANES).over(configured)),
                new DefaultKafkaConsumerFactory<>(
                        ClientProperties.consumer(settings).over(configured)),
                new KafkaAdmin(ClientProperties.admin(configured).over(configured)));
    }

    /**
     * A queue that has not been started.
     *
     * @param client properties of all its clients
     */
    static KafkaQueue create(
            QueueRegistry registry,
            Map<String, Object> client,
            KafkaQueueSettings settings,
            FencedStores stores,
            RecordingStores letters) {
        return create(registry, LANES, client, settings, stores, letters);
    }

    /** The same, with limits of its own. */
    static KafkaQueue create(
            QueueRegistry registry,
            LaneSettings lanes,
            Map<String, Object> client,
            KafkaQueueSettings settings,
            FencedStores stores,
            RecordingStores letters) {
        return new KafkaQueue(
                registry,
                lanes,
                settings,
                clients(settings, client),
                stores,
                LaneEngine.Environment.of(
                        letters,
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(System::nanoTime)));
    }
}
