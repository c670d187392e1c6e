// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/** Tells the ways of the messages that the engine makes how far the partitions have been read. Used by the poll loop. */
final class MadeProgress {

    private final Consumer<byte[], byte[]> consumer;
    private final OwnedPartitions owned;

    MadeProgress(Consumer<byte[], byte[]> consumer, OwnedPartitions owned) {
        this.consumer = consumer;
        this.owned = owned;
    }

    void follow(Map<TopicPartition, PartitionReader> readers) {
        List<TopicPartition> unknown = new ArrayList<>();
        readers.forEach((partition, reader) -> {
            MadeMessages made = owned.made(partition);
            if (made.openLanes() == null) {
                positionOf(partition, reader).ifPresent(made::read);
                if (made.isEndUnknown()) {
                    unknown.add(partition);
                }
            }
        });
        if (!unknown.isEmpty()) {
            consumer.endOffsets(unknown, ReaderLimits.CALL)
                    .forEach((partition, end) -> owned.made(partition).end(end));
        }
        owned.releaseMade();
    }

    /** The offset of the next record to move into lanes; empty if the consumer does not know it yet. */
    private OptionalLong positionOf(TopicPartition partition, PartitionReader reader) {
        Long held = reader.firstHeld();
        try {
            return OptionalLong.of(
                    held == null ? consumer.position(partition, ReaderLimits.LEAST_CALL) : held);
        } catch (TimeoutException _) {
            return OptionalLong.empty();
        }
    }
}
