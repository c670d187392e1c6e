// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.Map;

/**
 * How an instance uses Kafka.
 *
 * @param client settings of all Kafka clients, such as {@code bootstrap.servers} and those of security
 * @param group the consumer group that all instances of a cluster form
 * @param instance name of this instance
 * @param replication copies of each record, or -1: what the brokers say
 * @param commitInterval how long progress waits to be committed
 * @param handOver how long a partition that is taken away waits for what is under way in it
 */
public record KafkaQueueSettings(
        Map<String, Object> client,
        String group,
        String instance,
        short replication,
        Duration commitInterval,
        Duration handOver) {

    public KafkaQueueSettings {
        client = Map.copyOf(client);
    }

    /** The usual ones. */
    public static KafkaQueueSettings of(Map<String, Object> client, String instance) {
        return new KafkaQueueSettings(
                client,
                "millrace-rule-engine",
                instance,
                (short) -1,
                Duration.ofMillis(500),
                Duration.ofSeconds(5));
    }
}
