// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.common.TopicPartition;

/**
 * From which partitions the consumer fetches: not from those that are not open yet, nor from those of which too many
 * records wait for room in their lanes. Used by the poll loop only, except for {@link #heldBytes}.
 */
final class Fetching {

    /**
     * Bytes of records that may be held, divided evenly among the partitions. The records of one poll may exceed it: a
     * partition is paused after that.
     */
    static final long MAX_HELD_BYTES = 4 << 20;

    private static final Duration POLL = Duration.ofMillis(50);

    /** How soon records that are held go into lanes that have room again. */
    private static final Duration POLL_WHILE_HOLDING = Duration.ofMillis(5);

    private final Consumer<byte[], byte[]> consumer;
    private final ReaderEvents events;

    /** Open partitions from which the consumer does not fetch. */
    private final Set<TopicPartition> paused = new HashSet<>();

    private volatile long heldBytes;

    Fetching(Consumer<byte[], byte[]> consumer, ReaderEvents events) {
        this.consumer = consumer;
        this.events = events;
    }

    /** Bytes of records that wait, undecoded, for room in their lanes. Safe for any thread. */
    long heldBytes() {
        return heldBytes;
    }

    ConsumerRecords<byte[], byte[]> poll() {
        return consumer.poll(heldBytes > 0 ? POLL_WHILE_HOLDING : POLL);
    }

    /** Fetches nothing from partitions that are not open. */
    void close(Collection<TopicPartition> partitions) {
        consumer.pause(partitions);
    }

    /** Notes that a partition is open: the next {@link #follow} begins to fetch from it. */
    void opened(TopicPartition partition) {
        paused.add(partition);
    }

    /**
     * Pauses the partitions of which too much is held, and resumes those of which half of that is left.
     *
     * @param held bytes of the records that are held, of all partitions that are open
     */
    void follow(Map<TopicPartition, Long> held) {
        long most = MAX_HELD_BYTES / Math.max(1, held.size());
        List<TopicPartition> pause = new ArrayList<>();
        List<TopicPartition> resume = new ArrayList<>();
        held.forEach((partition, bytes) -> {
            boolean isPaused = paused.contains(partition);
            boolean isTooMuch = bytes > (isPaused ? most / 2 : most);
            if (isTooMuch != isPaused) {
                (isTooMuch ? pause : resume).add(partition);
            }
        });
        heldBytes = held.values().stream().mapToLong(Long::longValue).sum();
        paused.retainAll(held.keySet());
        // Only when something has changed, since each call waits for the consumer's own thread.
        // A call that fails is repeated in the next turn.
        if (!pause.isEmpty()) {
            consumer.pause(pause);
            paused.addAll(pause);
            events.pauses.add(pause.size());
        }
        if (!resume.isEmpty()) {
            consumer.resume(resume);
            resume.forEach(paused::remove);
        }
    }
}
