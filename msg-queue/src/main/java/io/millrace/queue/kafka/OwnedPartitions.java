// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.delivery.Lease;
import io.millrace.queue.lane.LanePartition;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The partitions that this instance owns now, and the ways of the messages that its engine makes for these and for
 * others. Safe for use by many threads; the reader changes it.
 */
final class OwnedPartitions {

    private final Map<TopicPartition, Lease> owned = new ConcurrentHashMap<>();
    private final Map<TopicPartition, MadeMessages> made = new ConcurrentHashMap<>();

    /** The way of the messages that the engine makes for a partition. */
    MadeMessages made(TopicPartition partition) {
        return made.computeIfAbsent(partition, _ -> new MadeMessages());
    }

    /**
     * Adds a partition before its messages run.
     *
     * @param first the offset from which on it is read
     */
    void add(Lease lease, TopicPartition partition, LanePartition lanes, long first) {
        // The messages of this partition may follow others that its former owner has written into
        // the logs of those that are owned already.
        owned.keySet().forEach(other -> made(other).forgetEnd());
        made(partition).opened(lanes, first);
        owned.put(partition, lease);
    }

    void removeAll(Collection<TopicPartition> partitions) {
        for (TopicPartition partition : partitions) {
            owned.remove(partition);
            made(partition).closed();
        }
    }

    Set<TopicPartition> all() {
        return owned.keySet();
    }

    /** False if the partition of a delivery was given up since the delivery began: its next owner repeats it. */
    boolean isCurrent(@Nullable Lease lease) {
        return lease == null
                || lease.equals(owned.get(new TopicPartition(lease.topic(), lease.partition())));
    }

    /** Lets held messages go whose way is decided. Called by the reader. */
    void releaseMade() {
        made.values().forEach(MadeMessages::release);
    }

    /** Number of messages that are held. */
    int held() {
        return made.values().stream().mapToInt(MadeMessages::held).sum();
    }

    /** Forgets what is known of partitions of other topics. */
    void retainTopics(Set<String> topics) {
        made.entrySet()
                .removeIf(entry ->
                        !topics.contains(entry.getKey().topic())
                                && entry.getValue().isForgettable());
    }

    int size() {
        return owned.size();
    }
}
