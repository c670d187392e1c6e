// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.kafka.common.TopicPartition;

/**
 * Partitions that the group has assigned to this instance and that are not taken over yet, because messages of their
 * topic's predecessor have not ended. They are neither read nor owned until the topic no longer waits. Used by the poll
 * loop only.
 */
final class WaitingPartitions {

    private Set<String> topics = Set.of();
    private final Set<TopicPartition> assigned = new HashSet<>();

    /** Keeps those of newly assigned partitions that wait, and returns the others. */
    List<TopicPartition> add(Collection<TopicPartition> partitions) {
        List<TopicPartition> ready = new ArrayList<>();
        for (TopicPartition partition : partitions) {
            if (topics.contains(partition.topic())) {
                assigned.add(partition);
            } else {
                ready.add(partition);
            }
        }
        return ready;
    }

    /** Sets the topics that wait, and returns the assigned partitions that waited until now. */
    List<TopicPartition> setTopics(Collection<String> waiting) {
        topics = Set.copyOf(waiting);
        List<TopicPartition> ready =
                assigned.stream().filter(partition -> !topics.contains(partition.topic())).toList();
        giveUp(ready);
        return ready;
    }

    /** Forgets partitions that were revoked. */
    void giveUp(Collection<TopicPartition> partitions) {
        partitions.forEach(assigned::remove);
    }
}
