// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Commits the progress of partitions. Used by the poll loop only, except for {@link #behind}. */
final class ProgressCommits {

    private static final Logger log = LoggerFactory.getLogger(ProgressCommits.class);

    private final Consumer<byte[], byte[]> consumer;
    private final Duration interval;
    private long next = System.nanoTime();
    private boolean committing;
    private volatile KafkaStatistics.Progress behind = KafkaStatistics.Progress.NONE;

    ProgressCommits(Consumer<byte[], byte[]> consumer, Duration interval) {
        this.consumer = consumer;
        this.interval = interval;
    }

    /** Progress of the partition that is furthest behind, as of the last commit. Safe for any thread. */
    KafkaStatistics.Progress behind() {
        return behind;
    }

    /**
     * Begins a commit if the interval has passed and no commit is under way.
     *
     * @param readers all partitions that are open; looked into again when the commit has ended
     */
    void runIfDue(Map<TopicPartition, PartitionReader> readers) {
        long now = System.nanoTime();
        if (now < next) {
            return;
        }
        next = now + interval.toNanos();
        behind =
                readers.values().stream()
                        .map(PartitionReader::behind)
                        .reduce(KafkaStatistics.Progress.NONE, KafkaStatistics.Progress::max);
        if (committing) {
            return;
        }
        Map<TopicPartition, OffsetAndMetadata> progress = progress(readers);
        if (progress.isEmpty()) {
            return;
        }
        committing = true;
        consumer.commitAsync(
                progress,
                (_, error) -> {
                    committing = false;
                    if (error == null) {
                        progress.forEach(
                                (partition, offset) -> committed(readers.get(partition), offset));
                    } else {
                        log.debug("Commit failed; the next one includes it", error);
                    }
                });
    }

    private static void committed(@Nullable PartitionReader reader, OffsetAndMetadata progress) {
        if (reader != null) {
            reader.committed(progress);
        }
    }

    /** Commits the progress of partitions that are handed over; waits for it. */
    void commitLast(Map<TopicPartition, PartitionReader> leaving, Duration limit) {
        Map<TopicPartition, OffsetAndMetadata> progress = progress(leaving);
        if (progress.isEmpty()) {
            return;
        }
        try {
            consumer.commitSync(progress, limit);
        } catch (KafkaException e) {
            log.warn(
                    "Cannot commit the progress of {}; their new owner repeats deliveries that ended since the last commit",
                    PartitionNames.of(leaving.keySet()),
                    e);
        }
    }

    private static Map<TopicPartition, OffsetAndMetadata> progress(
            Map<TopicPartition, PartitionReader> of) {
        Map<TopicPartition, OffsetAndMetadata> all = new HashMap<>();
        of.forEach((partition, reader) -> {
            OffsetAndMetadata progress = reader.progress();
            if (progress != null) {
                all.put(partition, progress);
            }
        });
        return all;
    }
}
