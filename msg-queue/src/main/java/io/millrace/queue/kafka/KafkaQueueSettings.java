// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;

/**
 * How an instance uses Kafka.
 *
 * @param group consumer group that all instances of a cluster form
 * @param instance name of this instance
 * @param replication copies of each record, or -1: the brokers' default
 * @param commitInterval time between two commits of progress
 * @param handOver how long a revoked partition waits for its running deliveries to end
 */
public record KafkaQueueSettings(
        String group,
        String instance,
        short replication,
        Duration commitInterval,
        Duration handOver) {}
