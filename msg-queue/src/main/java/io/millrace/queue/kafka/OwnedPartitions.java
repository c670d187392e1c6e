// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.lane.LanePartition;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The partitions that this instance owns now. Safe for use by many threads. */
final class OwnedPartitions {

    private final Map<TopicPartition, LanePartition> lanes = new ConcurrentHashMap<>();

    /** The lanes of a partition, or null if this instance does not own it. */
    @Nullable LanePartition find(String topic, int partition) {
        return lanes.get(new TopicPartition(topic, partition));
    }

    void add(TopicPartition partition, LanePartition owned) {
        lanes.put(partition, owned);
    }

    void removeAll(Collection<TopicPartition> partitions) {
        lanes.keySet().removeAll(partitions);
    }

    int size() {
        return lanes.size();
    }
}
