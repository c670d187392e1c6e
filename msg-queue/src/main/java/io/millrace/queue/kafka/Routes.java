// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.queue.NamedQueue;
import io.millrace.queue.Partitioner;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueRegistry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * The topics of the queues, also of those that are retired, and the partitions into which their messages go. Safe for use
 * by many threads; one at a time changes it.
 */
final class Routes {

    private final QueueRegistry queues;
    private final Map<NamedQueue, Route> routes = new ConcurrentHashMap<>();
    private final Map<String, NamedQueue> byTopic = new ConcurrentHashMap<>();

    Routes(QueueRegistry queues) {
        this.queues = queues;
    }

    /**
     * The topic of a queue.
     *
     * @param partitioner chooses the partition of a message
     */
    private record Route(NamedQueue queue, String topic, Partitioner partitioner) {

        Stream<TopicPartition> partitions() {
            return IntStream.range(0, partitioner.partitions())
                    .mapToObj(partition -> new TopicPartition(topic, partition));
        }

        TopicPartition partitionOf(RuleMessage message) {
            int partition = partitioner.partitionOf(queue.definition().submit().orderKey(message));
            return new TopicPartition(topic, partition);
        }
    }

    /** The queues whose logs may hold messages, by topic. */
    Map<String, NamedQueue> wanted() {
        Map<String, NamedQueue> wanted = new HashMap<>();
        queues.retired().forEach(queue -> wanted.put(queue.definition().topic(), queue));
        queues.all().forEach(queue -> wanted.put(queue.definition().topic(), queue));
        return wanted;
    }

    /**
     * Replaces the topics.
     *
     * @param wanted the queues, by topic
     * @param there number of partitions of each topic that exists
     */
    void set(Map<String, NamedQueue> wanted, Map<String, Integer> there) {
        there.forEach((topic, partitions) -> {
            NamedQueue queue = wanted.get(topic);
            if (queue != null) {
                byTopic.put(topic, queue);
                routes.put(queue, new Route(queue, topic, new Partitioner(partitions)));
            }
        });
        byTopic.keySet().retainAll(wanted.keySet());
        routes.keySet().retainAll(wanted.values());
    }

    Set<String> topics() {
        return byTopic.keySet();
    }

    /** The topics whose partitions are not opened before the messages of their predecessors have ended. */
    List<String> waitingTopics() {
        return byTopic.values().stream()
                .map(NamedQueue::definition)
                .filter(QueueDefinition::isWaiting)
                .map(QueueDefinition::topic)
                .toList();
    }

    List<TopicPartition> partitions() {
        return routes.values().stream().flatMap(Route::partitions).toList();
    }

    /** @throws IllegalStateException if no queue has the topic */
    NamedQueue queueOf(String topic) {
        NamedQueue queue = byTopic.get(topic);
        if (queue == null) {
            throw new IllegalStateException("no queue has the topic " + topic);
        }
        return queue;
    }

    /** True if the queues of two topics are of the same tenant, or both are shared. */
    boolean areOfSameTenant(String one, String other) {
        NamedQueue first = byTopic.get(one);
        NamedQueue second = byTopic.get(other);
        return first != null
                && second != null
                && first.key().tenant().equals(second.key().tenant());
    }

    /** The topics that hold only messages of a tenant, or all topics, by queue. */
    Map<QueueKey, List<String>> topicsOf(@Nullable TenantId tenant) {
        Map<QueueKey, List<String>> topics = new HashMap<>();
        byTopic.forEach((topic, queue) -> {
            if (tenant == null || tenant.equals(queue.key().tenant())) {
                topics.computeIfAbsent(queue.key(), _ -> new ArrayList<>()).add(topic);
            }
        });
        return topics;
    }

    /**
     * The partition of a message. While the topic of a queue that changes its number of partitions is not known here yet,
     * one of the former topic, whose messages end first; null if there is none.
     */
    @Nullable TopicPartition partitionOf(RuleMessage message) {
        NamedQueue queue = queues.of(message);
        Route route = routes.get(queue);
        while (route == null && queue != null) {
            queue = queues.predecessorOf(queue);
            route = queue == null ? null : routes.get(queue);
        }
        return route == null ? null : route.partitionOf(message);
    }
}
