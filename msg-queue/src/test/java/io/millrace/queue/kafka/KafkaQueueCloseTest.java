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
    void closesItsClientsWhereItWasNeverStarted() throws JMException {
        KafkaQueue queue = newQueue();
        assertThat(isRegistered("kafka.consumer", instance)).isTrue();
        assertThat(isRegistered("kafka.producer", instance + "-1")).isTrue();

        queue.close();

        assertThat(isRegistered("kafka.consumer", instance)).isFalse();
        assertThat(isRegistered("kafka.producer", instance + "-1")).isFalse();
    }

    /** A Kafka client is registered while it is open. */
    private static boolean isRegistered(String kind, String client) throws JMException {
        return ManagementFactory.getPlatformMBeanServer()
                .isRegistered(new ObjectName(kind + ":type=app-info,id=" + client));
    }

    private KafkaQueue newQueue() {
        return KafkaQueues.create(
                new QueueRegistry(QueueDefinition.DEFAULTS),
                Map.of("bootstrap.servers", "127.0.0.1:1"),
                KafkaQueues.settings("group", instance, Duration.ofSeconds(1)),
                new FencedStores(),
                new RecordingStores());
    }
}
