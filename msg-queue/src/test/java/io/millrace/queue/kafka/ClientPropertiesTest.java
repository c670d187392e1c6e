// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.queue.lane.LaneSettings;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClientPropertiesTest {

    private static final KafkaQueueSettings SETTINGS =
            KafkaQueues.settings("group", "one", Duration.ZERO);

    private static final ClientProperties PRODUCER =
            ClientProperties.producer(SETTINGS, LaneSettings.forHeap(64 << 20));

    @Test
    void theProducerOfTheQueueLosesAndRepeatsNothing() {
        assertThat(PRODUCER.over(Map.of()))
                .containsEntry("acks", "all")
                .containsEntry("enable.idempotence", true)
                .containsEntry("max.in.flight.requests.per.connection", 1)
                .containsEntry("retries", Integer.MAX_VALUE)
                .containsEntry("delivery.timeout.ms", Integer.MAX_VALUE)
                .containsEntry("max.block.ms", 0)
                .containsEntry("key.serializer", ByteArraySerializer.class)
                .containsEntry("value.serializer", ByteArraySerializer.class)
                .containsEntry("buffer.memory", 4L * (24 << 20) + (8 << 20))
                .doesNotContainKey("transactional.id");
    }

    @Test
    void theConsumerOfTheQueueCommitsItself() {
        assertThat(ClientProperties.consumer(SETTINGS).over(Map.of()))
                .containsEntry("group.id", "group")
                .containsEntry("group.protocol", "consumer")
                .containsEntry("group.remote.assignor", "range")
                .containsEntry("enable.auto.commit", false)
                .containsEntry("auto.offset.reset", "earliest")
                .containsEntry("key.deserializer", ByteArrayDeserializer.class)
                .containsEntry("value.deserializer", ByteArrayDeserializer.class);
    }

    @Test
    void configurationReplacesPresetsAndAddsAnythingElse() {
        Map<String, Object> configured =
                Map.of(
                        "client.id",
                        "mine",
                        ConsumerConfig.MAX_POLL_RECORDS_CONFIG,
                        10,
                        ProducerConfig.LINGER_MS_CONFIG,
                        "7",
                        "security.protocol",
                        "SSL");

        assertThat(PRODUCER.over(configured))
                .containsEntry("client.id", "mine")
                .containsEntry("linger.ms", "7")
                .containsEntry("security.protocol", "SSL");
        assertThat(ClientProperties.consumer(SETTINGS).over(configured))
                .containsEntry("client.id", "mine")
                .containsEntry("max.poll.records", 10)
                .containsEntry("security.protocol", "SSL");
    }

    @Test
    void configurationDoesNotReplaceFixedProperties() {
        assertThat(PRODUCER.over(Map.of("acks", "1", "transactional.id", "x", "buffer.memory", 1L)))
                .containsEntry("acks", "all")
                .containsEntry("buffer.memory", 4L * (24 << 20) + (8 << 20))
                .doesNotContainKey("transactional.id");
    }

    @Test
    void theLimitsOfTheAdminClientArePresetTogetherOrNotAtAll() {
        Map<String, Object> configured =
                Map.of(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, 30_000);

        assertThat(ClientProperties.admin(Map.of()).over(Map.of()))
                .containsOnly(
                        Map.entry("default.api.timeout.ms", 10_000),
                        Map.entry("request.timeout.ms", 5_000));
        assertThat(ClientProperties.admin(configured).over(configured)).isEqualTo(configured);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all", "ALL", " all ", "-1"})
    void theRequiredValueMayBeConfiguredToo(String acks) {
        assertThat(fixed("acks").allows(acks)).isTrue();
    }

    @Test
    void anyOtherValueIsRefusedWithTheReason() {
        assertThat(fixed("acks").allows("1")).isFalse();
        assertThat(fixed("max.in.flight.requests.per.connection").allows("-1")).isFalse();
        assertThat(fixed("acks").demand())
                .isEqualTo(
                        "it must be all, since a message is acknowledged only when all in-sync replicas have it");
    }

    @Test
    void aSerializerIsComparedByItsName() {
        assertThat(fixed("key.serializer").allows(ByteArraySerializer.class.getName())).isTrue();
        assertThat(fixed("key.serializer").demand())
                .startsWith("it must be org.apache.kafka.common.serialization.ByteArraySerializer");
    }

    @Test
    void aPropertyWithoutAValueIsRefusedWhateverItIs() {
        assertThat(fixed("transactional.id").allows("x")).isFalse();
        assertThat(fixed("transactional.id").demand())
                .isEqualTo("leave it out, since the queue uses no transactions");
    }

    private static FixedProperty fixed(String name) {
        return PRODUCER.fixed().stream()
                .filter(property -> property.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
