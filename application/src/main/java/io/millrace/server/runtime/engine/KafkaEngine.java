// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.engine;

import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.kafka.KafkaClients;
import io.millrace.queue.kafka.KafkaQueue;
import io.millrace.queue.kafka.KafkaQueueSettings;
import io.millrace.queue.kafka.PartitionStores;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.server.platform.start.StartException;
import org.apache.kafka.common.KafkaException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.stereotype.Component;

/** Opens the queues over Kafka. A class of its own, so that the memory queue loads nothing of Kafka. */
@Component
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
final class KafkaEngine {

    private final KafkaQueueSettings settings;
    private final KafkaClients clients;
    private final PartitionStores partitions;

    KafkaEngine(KafkaQueueSettings settings, KafkaClients clients, PartitionStores partitions) {
        this.settings = settings;
        this.clients = clients;
        this.partitions = partitions;
    }

    /**
     * Creates the clients.
     *
     * @throws StartException if their properties cannot be used
     */
    QueueEngine open(QueueRegistry queues, LaneSettings lanes, LaneEngine.Environment environment) {
        try {
            return new KafkaQueue(queues, lanes, settings, clients, partitions, environment);
        } catch (KafkaException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw new StartException(
                    "Kafka cannot be used: %s; check SPRING_KAFKA_BOOTSTRAP_SERVERS and the other settings SPRING_KAFKA_*."
                            .formatted(cause.getMessage()),
                    e);
        }
    }
}
