// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.apache.kafka.common.TopicPartition;

/** Names partitions in log lines: the numbers of each topic, ascending, such as {@code main[0, 1, 4] rest[0]}. */
final class PartitionNames {

    private PartitionNames() {}

    static String of(Collection<TopicPartition> partitions) {
        Map<String, TreeSet<Integer>> byTopic =
                partitions.stream()
                        .collect(
                                Collectors.groupingBy(
                                        TopicPartition::topic,
                                        TreeMap::new,
                                        Collectors.mapping(
                                                TopicPartition::partition,
                                                Collectors.toCollection(TreeSet::new))));
        return byTopic.entrySet().stream()
                .map(entry -> entry.getKey() + entry.getValue())
                .collect(Collectors.joining(" "));
    }
}
