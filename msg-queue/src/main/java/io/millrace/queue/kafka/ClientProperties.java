// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * The properties that the queue gives one of its Kafka clients. Everything else is the operator's to configure.
 *
 * @param presets defaults of the queue, which configuration replaces
 * @param fixed properties that configuration cannot change
 * @param computed properties that follow from other settings of the queue; their entries in {@code fixed} have no value
 */
public record ClientProperties(
        Map<String, Object> presets, List<FixedProperty> fixed, Map<String, Object> computed) {

    /** The largest record in bytes, with all that surrounds the message. */
    static final int MAX_RECORD_BYTES = 8 << 20;

    /**
     * The answer of a broker is one array. G1 allocates an array of more than half a region, whose least size is 1 MB, in
     * the old generation, and begins to mark the heap.
     */
    private static final int MAX_FETCH_BYTES = 448 << 10;

    /** How long a call of the admin client may take. */
    static final Duration CALL_LIMIT = Duration.ofSeconds(10);

    public ClientProperties {
        presets = Map.copyOf(presets);
        fixed = List.copyOf(fixed);
        computed = Map.copyOf(computed);
    }

    /**
     * Those of the producer, which never blocks, never gives up and keeps the order of each partition.
     *
     * @param lanes whose room for outbound messages decides on the size of the producer's buffer
     */
    public static ClientProperties producer(KafkaQueueSettings settings, LaneSettings lanes) {
        String retries = "the queue retries until the brokers have the message";
        return new ClientProperties(
                Map.of(
                        ProducerConfig.CLIENT_ID_CONFIG,
                        settings.instance(),
                        // A broker's work is by the batch, and a moderate load is spread over many
                        // partitions: records gather for a while.
                        ProducerConfig.LINGER_MS_CONFIG,
                        5,
                        ProducerConfig.BATCH_SIZE_CONFIG,
                        64 << 10),
                List.of(
                        new FixedProperty(
                                ProducerConfig.ACKS_CONFIG,
                                "all",
                                "a message is acknowledged only when all in-sync replicas have it"),
                        new FixedProperty(
                                ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                                true,
                                "retries would otherwise store messages twice or out of order"),
                        new FixedProperty(
                                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                                1,
                                "a new partition may refuse a batch and accept the next, which breaks the sequence for good"),
                        new FixedProperty(
                                ProducerConfig.RETRIES_CONFIG, Integer.MAX_VALUE, retries),
                        new FixedProperty(
                                ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                                Integer.MAX_VALUE,
                                retries),
                        new FixedProperty(
                                ProducerConfig.MAX_BLOCK_MS_CONFIG,
                                0,
                                "sending must not block the threads that read from devices"),
                        new FixedProperty(
                                ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
                                MAX_RECORD_BYTES,
                                "the topics accept records up to this size"),
                        new FixedProperty(
                                ProducerConfig.METADATA_MAX_IDLE_CONFIG,
                                TimeUnit.DAYS.toMillis(365),
                                "sending to an idle topic must not wait for its metadata"),
                        new FixedProperty(
                                ProducerConfig.KEY_SERIALIZER_CLASS_CONFIG,
                                ByteArraySerializer.class,
                                "the queue encodes keys itself"),
                        new FixedProperty(
                                ProducerConfig.VALUE_SERIALIZER_CLASS_CONFIG,
                                ByteArraySerializer.class,
                                "the queue encodes messages itself"),
                        new FixedProperty(
                                ProducerConfig.TRANSACTIONAL_ID_CONFIG,
                                null,
                                "the queue uses no transactions"),
                        new FixedProperty(
                                ProducerConfig.BUFFER_MEMORY_CONFIG,
                                null,
                                "the buffer follows the size of the heap")),
                // The queue bounds what it hands to the producer; the producer's own bound is
                // beyond that.
                Map.of(
                        ProducerConfig.BUFFER_MEMORY_CONFIG,
                        4 * (lanes.maxOutboundBytes() + lanes.maxOutboundMadeBytes())
                                + MAX_RECORD_BYTES));
    }

    /** Those of the consumer: a member of the group that commits its progress itself. */
    public static ClientProperties consumer(KafkaQueueSettings settings) {
        String timeouts = "the brokers decide on it (group.consumer.* in their configuration)";
        return new ClientProperties(
                Map.of(
                        ConsumerConfig.CLIENT_ID_CONFIG,
                        settings.instance(),
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        2_000,
                        ConsumerConfig.FETCH_MAX_BYTES_CONFIG,
                        MAX_FETCH_BYTES,
                        // An answer with a few records takes as much work as one with many.
                        ConsumerConfig.FETCH_MIN_BYTES_CONFIG,
                        64 << 10,
                        ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG,
                        20),
                List.of(
                        new FixedProperty(
                                ConsumerConfig.GROUP_ID_CONFIG,
                                settings.group(),
                                "MILLRACE_KAFKA_GROUP names the group"),
                        new FixedProperty(
                                ConsumerConfig.GROUP_PROTOCOL_CONFIG,
                                "consumer",
                                "instances share partitions by the protocol of KIP-848"),
                        new FixedProperty(
                                ConsumerConfig.GROUP_REMOTE_ASSIGNOR_CONFIG,
                                "range",
                                "an instance must own the same partitions of all queues that have as many"),
                        new FixedProperty(
                                ConsumerConfig.GROUP_INSTANCE_ID_CONFIG,
                                null,
                                "a static member keeps its partitions when it stops"),
                        new FixedProperty(
                                ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG,
                                null,
                                "the brokers assign the partitions"),
                        new FixedProperty(ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG, null, timeouts),
                        new FixedProperty(
                                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG, null, timeouts),
                        new FixedProperty(
                                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                                false,
                                "the queue commits a message when its delivery has ended, not when it was read"),
                        new FixedProperty(
                                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                                "earliest",
                                "messages of a partition without a commit would otherwise be skipped"),
                        new FixedProperty(
                                ConsumerConfig.ISOLATION_LEVEL_CONFIG,
                                "read_uncommitted",
                                "an open transaction of another program would otherwise stop a partition"),
                        new FixedProperty(
                                ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG,
                                ByteArrayDeserializer.class,
                                "the queue decodes keys itself"),
                        new FixedProperty(
                                ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG,
                                ByteArrayDeserializer.class,
                                "the queue decodes messages itself")),
                Map.of());
    }

    /**
     * Those of the admin client.
     *
     * @param configured properties of the client; its two limits of time are preset together or not at all, as they
     * must agree
     */
    public static ClientProperties admin(Map<String, Object> configured) {
        int limit = (int) CALL_LIMIT.toMillis();
        Map<String, Object> limits =
                Map.of(
                        AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG,
                        limit,
                        AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG,
                        limit / 2);
        boolean preset = Collections.disjoint(limits.keySet(), configured.keySet());
        return new ClientProperties(preset ? limits : Map.of(), List.of(), Map.of());
    }

    /**
     * The properties of a client: the configured ones over the presets, the fixed and computed ones over both.
     *
     * @param configured by Kafka's names
     */
    public Map<String, Object> over(Map<String, Object> configured) {
        Map<String, Object> all = new HashMap<>(presets);
        all.putAll(configured);
        for (FixedProperty property : fixed) {
            Object value = property.value();
            if (value == null) {
                all.remove(property.name());
            } else {
                all.put(property.name(), value);
            }
        }
        all.putAll(computed);
        return all;
    }
}
