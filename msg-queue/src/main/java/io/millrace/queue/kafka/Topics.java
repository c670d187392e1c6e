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
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Makes the queues' topics, and asks the brokers what matters about them. Blocks; every call has a limit. */
final class Topics implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(Topics.class);
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration PAUSE = Duration.ofMillis(50);

    /** Records go by age alone, and late: what nobody has read yet must not go because others wrote much. */
    private static final Duration RETENTION = Duration.ofDays(7);

    /** What brokers do that do not tell. */
    private static final Duration BROKERS_DEFAULT = Duration.ofSeconds(45);

    private final Admin admin;
    private final short replication;

    Topics(KafkaQueueSettings settings) {
        Map<String, Object> client = new HashMap<>(settings.client());
        client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis());
        client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) LIMIT.toMillis() / 2);
        this.admin = Admin.create(client);
        this.replication = settings.replication();
    }

    /**
     * Makes those topics that there are not.
     *
     * @return how many partitions each of the queues' topics has
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
        admin.createTopics(missing).values().forEach(Topics::created);
        return describe(wanted);
    }

    private NewTopic newTopic(String topic, int partitions) {
        Optional<Short> copies = replication < 1 ? Optional.empty() : Optional.of(replication);
        Map<String, String> settings = new HashMap<>();
        settings.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(RETENTION.toMillis()));
        settings.put(TopicConfig.RETENTION_BYTES_CONFIG, "-1");
        settings.put(
                TopicConfig.MAX_MESSAGE_BYTES_CONFIG,
                Integer.toString(RecordSender.MAX_RECORD_BYTES));
        if (replication > 2) {
            settings.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, "2");
        }
        return new NewTopic(topic, Optional.of(partitions), copies).configs(settings);
    }

    private static void created(String topic, KafkaFuture<Void> result) {
        try {
            get("topic " + topic, result);
            log.info("made topic {}", topic);
        } catch (KafkaQueueException e) {
            if (!(e.getCause() instanceof TopicExistsException)) {
                throw e;
            }
        }
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
                        "topic {} has {} partitions, its queue says {}: the topic counts",
                        topic,
                        count,
                        asked);
            }
        });
        return partitions;
    }

    /** A topic that was made just now is not known to every broker at once. */
    private Map<String, TopicDescription> descriptions(Set<String> names) {
        long giveUpAt = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            try {
                return get(
                        "the descriptions of the topics",
                        admin.describeTopics(names).allTopicNames());
            } catch (KafkaQueueException e) {
                if (!(e.getCause() instanceof UnknownTopicOrPartitionException)
                        || System.nanoTime() > giveUpAt) {
                    throw e;
                }
                LockSupport.parkNanos(PAUSE.toNanos());
            }
        }
    }

    /** How long the brokers wait for a member of a group that is silent, before others get its partitions. */
    Duration sessionTimeout(String group) {
        ConfigResource resource = new ConfigResource(ConfigResource.Type.GROUP, group);
        Config settings =
                get(
                                "the settings of group " + group,
                                admin.describeConfigs(List.of(resource)).all())
                        .getOrDefault(resource, new Config(List.of()));
        ConfigEntry timeout = settings.get("consumer.session.timeout.ms");
        return timeout == null || timeout.value() == null
                ? BROKERS_DEFAULT
                : Duration.ofMillis(Long.parseLong(timeout.value()));
    }

    /** Whether all that is in a topic has ended, as far as a group has committed it. */
    boolean hasEnded(String group, String topic) {
        if (!get("the names of the topics", admin.listTopics().names()).contains(topic)) {
            return true;
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
                .allMatch(partition -> {
                    OffsetAndMetadata progress = committed.get(partition);
                    long come = progress == null ? 0 : progress.offset();
                    long beyond = end.getOrDefault(partition, Long.MAX_VALUE);
                    return Math.max(come, first.getOrDefault(partition, 0L)) >= beyond;
                });
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
            throw new KafkaQueueException("cannot get " + what + " from Kafka", e.getCause());
        } catch (TimeoutException e) {
            throw new KafkaQueueException("cannot get " + what + " from Kafka in time", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new KafkaQueueException("interrupted while Kafka was asked for " + what, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(1));
    }
}
