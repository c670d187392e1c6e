// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.NamedQueue;
import io.millrace.queue.QueueDefinition;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.kafka.KafkaException;
import org.springframework.kafka.core.KafkaAdminOperations;

/**
 * Creates the topics of the queues and reads their state from the brokers. Blocks; every call has a limit.
 *
 * <p>Topics are created and described by spring-kafka's admin, which opens a client for each call. It would add
 * partitions to a topic that has fewer than its queue asks for, which would change the partition of most keys: so it is
 * given missing topics only. Names, offsets and group settings, which it does not offer, are read with a client of the
 * same properties.
 */
final class Topics implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Topics.class);
    private static final Duration LIMIT = ClientProperties.CALL_LIMIT;
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Records expire by age only, not by size: unread records of one queue survive a flood of others. */
    private static final Duration RETENTION = Duration.ofDays(7);

    /** Session timeout of brokers that do not report it: Kafka's default. */
    private static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(45);

    private final KafkaAdminOperations operations;
    private final Admin admin;
    private final short replication;

    Topics(KafkaAdminOperations operations, short replication) {
        this.operations = operations;
        this.admin = Admin.create(withOwnId(operations.getConfigurationProperties()));
        this.replication = replication;
    }

    /** Clients of one id that live at the same time would compete for the name of a JMX bean. */
    private static Map<String, Object> withOwnId(Map<String, Object> client) {
        Map<String, Object> own = new HashMap<>(client);
        own.computeIfPresent(AdminClientConfig.CLIENT_ID_CONFIG, (_, id) -> id + "-reader");
        return own;
    }

    /**
     * Creates the missing topics.
     *
     * @return number of partitions of each queue's topic
     * @throws KafkaQueueException if the brokers do not answer, or refuse
     */
    Map<String, Integer> provide(Collection<NamedQueue> queues) {
        Map<String, Integer> wanted =
                queues.stream()
                        .map(NamedQueue::definition)
                        .collect(
                                Collectors.toMap(
                                        QueueDefinition::topic, QueueDefinition::partitions));
        Set<String> there = get("the names of the topics", admin.listTopics().names());
        List<NewTopic> missing =
                wanted.entrySet().stream()
                        .filter(entry -> !there.contains(entry.getKey()))
                        .map(entry -> newTopic(entry.getKey(), entry.getValue()))
                        .toList();
        if (!missing.isEmpty()) {
            create(missing);
        }
        return describe(wanted);
    }

    private NewTopic newTopic(String topic, int partitions) {
        Optional<Short> copies = replication < 1 ? Optional.empty() : Optional.of(replication);
        Map<String, String> settings = new HashMap<>();
        settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(RETENTION.toMillis()));
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        settings.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(ClientProperties.MAX_RECORD_BYTES));
        if (replication > 2) {
            settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        }
        return new NewTopic(topic, Optional.of(partitions), copies).configs(settings);
    }

    /** Another instance may create the same topics at the same time, which is no error. */
    private void create(List<NewTopic> missing) {
        try {
            operations.createOrModifyTopics(missing.toArray(NewTopic[]::new));
        } catch (KafkaException e) {
            throw failure("create the topics", e);
        }
        missing.forEach(topic ->
                log.info(
                        "Created topic {} with {} partitions",
                        topic.name(),
                        topic.numPartitions()));
    }

    private Map<String, Integer> describe(Map<String, Integer> wanted) {
        Map<String, Integer> partitions = new HashMap<>();
        Map<String, TopicDescription> all = descriptions(wanted.keySet());
        all.forEach((topic, description) -> {
            int count = description.partitions().size();
            partitions.put(topic, count);
            int asked = wanted.getOrDefault(topic, count);
            if (count != asked) {
                log.warn(
                        "Topic {} has {} partitions, but its queue asks for {}; using the {} of the topic",
                        topic,
                        count,
                        asked,
                        count);
            }
        });
        return partitions;
    }

    /** Retries while a broker does not know a new topic yet. */
    private Map<String, TopicDescription> descriptions(Set<String> names) {
        if (names.isEmpty()) {
            return Map.of();
        }
        long giveUpAt = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                return operations.describeTopics(names.toArray(String[]::new));
            } catch (KafkaException e) {
                if (!(reason(e) instanceof UnknownTopicOrPartitionException)
                        || System.nanoTime() > giveUpAt) {
                    throw failure("read the descriptions of the topics", e);
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    private static KafkaQueueException failure(String what, KafkaException e) {
        return new KafkaQueueException("cannot " + what, reason(e));
    }

    /** What Kafka answered, without the exceptions around it. */
    private static Throwable reason(KafkaException e) {
        Throwable reason = e;
        while (reason.getCause() != null
                && (reason instanceof KafkaException || reason instanceof ExecutionException)) {
            reason = reason.getCause();
        }
        return reason;
    }

    /** Time after which the brokers give the partitions of a silent member of a group to others. */
    Duration sessionTimeout(String group) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
        Config settings =
                get(
                                "the settings of group " + group,
                                admin.describeConfigs(List.of(resource)).all())
                        .getOrDefault(resource, new Config(List.of()));
        ConfigEntry timeout = settings.get("consumer.session.timeout.ms");
        return timeout == null || timeout.value() == null
                ? DEFAULT_SESSION_TIMEOUT
                : Duration.ofMillis(Long.parseLong(timeout.value()));
    }

    /** True if the brokers have the topic. */
    boolean exists(String topic) {
        return get("the names of the topics", admin.listTopics().names()).contains(topic);
    }

    /** Number of records in a topic that a group has not committed; 0 if the topic does not exist. */
    long unfinished(String group, String topic) {
        if (!exists(topic)) {
            return 0;
        }
        TopicDescription description = descriptions(Set.of(topic)).get(topic);
        List<TopicPartition> partitions =
                description == null
                        ? List.of()
                        : description.partitions().stream()
                                .map(info -> new TopicPartition(topic, info.partition()))
                                .toList();
        Map<TopicPartition, Long> first = offsets(partitions, OffsetSpec.earliest());
        Map<TopicPartition, Long> end = offsets(partitions, OffsetSpec.latest());
        Map<TopicPartition, OffsetAndMetadata> committed =
                get(
                        "the offsets of group " + group,
                        admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        return partitions.stream()
                .mapToLong(partition -> {
                    OffsetAndMetadata progress = committed.get(partition);
                    long come = progress == null ? 0 : progress.offset();
                    long from = Math.max(come, first.getOrDefault(partition, 0L));
                    return Math.max(0, end.getOrDefault(partition, from + 1) - from);
                })
                .sum();
    }

    /** The offsets after the last records of these partitions. */
    Map<TopicPartition, Long> ends(List<TopicPartition> partitions) {
        return offsets(partitions, OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(List<TopicPartition> partitions, OffsetSpec which) {
        Map<TopicPartition, OffsetSpec> asked = new HashMap<>();
        partitions.forEach(partition -> asked.put(partition, which));
        Map<TopicPartition, Long> offsets = new HashMap<>();
        get("the offsets of topics", admin.listOffsets(asked).all())
                .forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    private static <T> T get(String what, KafkaFuture<T> answer) {
        try {
            return answer.get(2 * LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new KafkaQueueException("cannot read " + what, e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaQueueException("cannot read " + what + " in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaQueueException("interrupted while reading " + what, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
