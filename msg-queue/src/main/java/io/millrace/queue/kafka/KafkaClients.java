// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import org.springframework.kafka.core.ConsumerFactory;
import org.springframework.kafka.core.KafkaAdminOperations;
import org.springframework.kafka.core.ProducerFactory;

/**
 * The ways to Kafka. Their clients have the {@linkplain ClientProperties properties of the queue}.
 *
 * @param producers makes the producer; the queue resets it when it closes, which closes the producer
 * @param consumers makes the consumer
 * @param admin creates and describes topics
 */
public record KafkaClients(
        ProducerFactory<byte[], byte[]> producers,
        ConsumerFactory<byte[], byte[]> consumers,
        KafkaAdminOperations admin) {}
