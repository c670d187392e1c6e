// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The records between what an instance has read of its partitions and the ends of their logs. Safe for use by many
 * threads.
 */
final class UnreadRecords {

    private static final Logger log = LoggerFactory.getLogger(UnreadRecords.class);
    private static final Duration LIMIT = Duration.ofSeconds(1);

    private final Supplier<Map<TopicPartition, Long>> ends;
    private final Supplier<Map<TopicPartition, Long>> positions;
    private final Duration limit;

    /**
     * @param ends asks the brokers where the logs end; blocks
     * @param positions the offsets that the instance reads next, of the partitions that it owns
     */
    UnreadRecords(
            Supplier<Map<TopicPartition, Long>> ends,
            Supplier<Map<TopicPartition, Long>> positions) {
        this(ends, positions, LIMIT);
    }

    UnreadRecords(
            Supplier<Map<TopicPartition, Long>> ends,
            Supplier<Map<TopicPartition, Long>> positions,
            Duration limit) {
        this.ends = ends;
        this.positions = positions;
        this.limit = limit;
    }

    /**
     * Number of unread records, by topic; topics of which the instance owns no partition are missing. Blocks for a
     * second at most; empty if the brokers have not answered by then.
     */
    Optional<Map<String, Long>> byTopic() {
        return CompletableFuture.supplyAsync(
                        () -> Optional.of(ends.get()),
                        task -> Thread.ofVirtual().name("queue-log-ends").start(task))
                .completeOnTimeout(Optional.empty(), limit.toMillis(), TimeUnit.MILLISECONDS)
                .exceptionally(error -> {
                    log.debug("Cannot read the ends of the logs", error);
                    return Optional.empty();
                })
                .join()
                .map(this::upTo);
    }

    /** The positions are read after the ends, so that records which arrive meanwhile do not count as unread. */
    private Map<String, Long> upTo(Map<TopicPartition, Long> known) {
        Map<String, Long> byTopic = new HashMap<>();
        positions
                .get()
                .forEach((partition, next) -> {
                    long end = known.getOrDefault(partition, next);
                    byTopic.merge(partition.topic(), Math.max(0, end - next), Long::sum);
                });
        return byTopic;
    }
}
