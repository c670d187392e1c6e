// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.kafka.PartitionStores.LogEnd;
import io.millrace.queue.lane.LaneEngine;
import io.millrace.queue.lane.LanePartition;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The partitions that this instance owns and reads. Used by the poll loop only, except for {@link #positions}. */
final class ReadPartitions {

    private final LaneEngine engine;
    private final OwnedPartitions owned;
    private final Fetching fetching;
    private final ReaderEvents events;
    private final Function<TopicPartition, LanePartition> newLanes;

    /** Lanes of each partition that this instance has ever owned; kept since their ledger counts on. */
    private final Map<TopicPartition, LanePartition> lanes = new HashMap<>();

    /** Changed by the poll loop; {@link #positions} reads it on other threads. */
    private final Map<TopicPartition, PartitionReader> readers = new ConcurrentHashMap<>();

    /** @param newLanes makes the lanes of a partition */
    ReadPartitions(
            LaneEngine engine,
            OwnedPartitions owned,
            Fetching fetching,
            ReaderEvents events,
            Function<TopicPartition, LanePartition> newLanes) {
        this.engine = engine;
        this.owned = owned;
        this.fetching = fetching;
        this.events = events;
        this.newLanes = newLanes;
    }

    /** The readers of all of them: a view. */
    Map<TopicPartition, PartitionReader> readers() {
        return Collections.unmodifiableMap(readers);
    }

    @Nullable PartitionReader reader(TopicPartition partition) {
        return readers.get(partition);
    }

    /** The offset of the next record to move into lanes, of each partition. Safe for any thread. */
    Map<TopicPartition, Long> positions() {
        Map<TopicPartition, Long> positions = new HashMap<>();
        readers.forEach((partition, reader) -> positions.put(partition, reader.next()));
        return positions;
    }

    /**
     * Runs the deliveries of a partition that was taken over, and reads it from where it was committed.
     *
     * @param committed progress of the former owners
     */
    void open(TopicPartition partition, Takeovers.Taken taken, OffsetAndMetadata committed) {
        LanePartition of = lanes.computeIfAbsent(partition, newLanes);
        readers.put(partition, new PartitionReader(of, taken, committed, events));
        fetching.opened(partition);
        owned.add(taken.lease(), partition, of, committed.offset());
    }

    /** Messages of a partition may go straight into the lanes of others, so their logs do not show its takeover. */
    void tookOver(Takeovers.Taken taken) {
        readers.forEach((partition, reader) -> {
            Long end = taken.logEnds().get(partition);
            if (end != null) {
                reader.tookOver(new LogEnd(taken.lease(), end));
            }
        });
    }

    /** Closes partitions until they are opened again, and returns their readers. */
    Collection<PartitionReader> close(Collection<TopicPartition> partitions) {
        fetching.close(partitions);
        return giveUp(partitions).values();
    }

    /** Gives partitions up that the group has revoked, and returns the readers of those that were open. */
    Map<TopicPartition, PartitionReader> giveUp(Collection<TopicPartition> partitions) {
        owned.removeAll(partitions);
        Map<TopicPartition, PartitionReader> removed = new HashMap<>();
        for (TopicPartition partition : partitions) {
            PartitionReader reader = readers.remove(partition);
            if (reader != null) {
                removed.put(partition, reader);
            }
        }
        return removed;
    }

    /** Releases the lanes of topics that are no longer read, except those of partitions still to be handed over. */
    void retainTopics(Set<String> subscribed) {
        lanes.entrySet()
                .removeIf(entry -> {
                    TopicPartition partition = entry.getKey();
                    boolean stays =
                            subscribed.contains(partition.topic())
                                    || readers.containsKey(partition);
                    if (!stays) {
                        engine.release(List.of(entry.getValue()));
                    }
                    return !stays;
                });
        owned.retainTopics(subscribed);
    }
}
