// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

class KafkaQueueCloseTest {

    private final String instance = UUID.randomUUID().toString();

    @Test
    void leavesNoClientBehindWhereItWasNeverStarted() throws JMException {
        KafkaQueue queue = newQueue();
        assertThat(hasConsumer()).isTrue();

        queue.close();

        assertThat(hasConsumer()).isFalse();
    }

    /** A client of Kafka is registered while it lives. */
    private boolean hasConsumer() throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName("kafka.consumer:type=app-info,id=" + instance));
    }

    private KafkaQueue newQueue() {
        return KafkaQueues.create(
                new QueueRegistry(QueueDefinition.DEFAULTS),
                KafkaQueues.settings(
                        Map.of("bootstrap.servers", "127.0.0.1:1"),
                        "group",
                        instance,
                        Duration.ofSeconds(1)),
                new FencedStores(),
                new RecordingStores());
    }
}
