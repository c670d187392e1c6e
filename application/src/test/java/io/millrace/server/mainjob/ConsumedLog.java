// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.mainjob;

import io.millrace.queue.kafka.KafkaBroker;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The log of the queues, and how far the instances have committed it. */
final class ConsumedLog implements AutoCloseable {

    private static final String GROUP = "millrace-rule-engine";
    private static final String TOPICS = "tb_rule_engine.";

    private final Admin admin;

    ConsumedLog(KafkaBroker broker) {
        admin = Admin.create(broker.client());
    }

    /** The records that no commit covers, by partition; without the partitions that have none. */
    Map<TopicPartition, Long> lag() throws ExecutionException, InterruptedException {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions().forEach(partition -> asked.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, Long> lag = new HashMap<>();
        admin.listOffsets(asked)
                .all()
                .get()
                .forEach((partition, end) -> lag.put(partition, end.offset()));
        admin.listConsumerGroupOffsets(GROUP)
                .partitionsToOffsetAndMetadata()
                .get()
                .forEach((partition, committed) ->
                        lag.computeIfPresent(partition, (_, end) -> end - offset(committed)));
        lag.values().removeIf(records -> records == 0);
        return lag;
    }

    private static long offset(OffsetAndMetadata committed) {
        return committed == null ? 0 : committed.offset();
    }

    private Set<TopicPartition> partitions() throws ExecutionException, InterruptedException {
        Set<String> topics =
                admin.listTopics().names().get().stream()
                        .filter(topic -> topic.startsWith(TOPICS))
                        .collect(Collectors.toSet());
        return admin.describeTopics(topics).allTopicNames().get().values().stream()
                .flatMap(topic ->
                        topic.partitions().stream()
                                .map(partition ->
                                        new TopicPartition(topic.name(), partition.partition())))
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        admin.close();
    }
}
