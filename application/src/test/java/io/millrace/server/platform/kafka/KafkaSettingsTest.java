// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.queue.kafka.ClientProperties;
import io.millrace.queue.kafka.KafkaQueueSettings;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.server.platform.start.StartException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class KafkaSettingsTest {

    private static final KafkaQueueSettings QUEUE =
            new KafkaQueueSettings("group", "one", (short) 1, Duration.ZERO, Duration.ZERO);

    private static final ClientProperties PRODUCER =
            ClientProperties.producer(QUEUE, LaneSettings.forHeap(64 << 20));
    private static final ClientProperties CONSUMER = ClientProperties.consumer(QUEUE);

    private static KafkaSettings variables(Map<String, Object> variables) {
        return read(
                new SystemEnvironmentPropertySource(
                        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
    }

    private static KafkaSettings properties(Map<String, Object> properties) {
        return read(new MapPropertySource("file", properties));
    }

    private static KafkaSettings read(MapPropertySource... sources) {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .forEach(each -> environment.getPropertySources().remove(each.getName()));
        for (MapPropertySource source : sources) {
            environment.getPropertySources().addLast(source);
        }
        return KafkaSettings.of(environment);
    }

    private static void check(KafkaSettings settings) {
        settings.check("producer", PRODUCER.fixed());
        settings.check("consumer", CONSUMER.fixed());
    }

    @ParameterizedTest
    @CsvSource({
        "SPRING_KAFKA_PRODUCER_ACKS, 1, 'it must be all, since a message'",
        "SPRING_KAFKA_PRODUCER_PROPERTIES_ENABLE_IDEMPOTENCE, false, 'it must be true, since '",
        "SPRING_KAFKA_PROPERTIES_ENABLE_IDEMPOTENCE, false, 'it must be true, since '",
        "SPRING_KAFKA_PRODUCER_TRANSACTION_ID_PREFIX, x, 'leave it out, since '",
        "SPRING_KAFKA_PRODUCER_TRANSACTIONIDPREFIX, x, 'leave it out, since '",
        "SPRING_KAFKA_PRODUCER_BUFFER_MEMORY, 64MB, 'leave it out, since '",
        "SPRING_KAFKA_PRODUCER_RETRIES, 3, 'it must be 2147483647, since '",
        "SPRING_KAFKA_PRODUCER_VALUE_SERIALIZER, org.apache.kafka.common.serialization.StringSerializer, 'it must be org.apache'",
        "SPRING_KAFKA_CONSUMER_ENABLE_AUTO_COMMIT, true, 'it must be false, since '",
        "SPRING_KAFKA_CONSUMER_AUTO_OFFSET_RESET, latest, 'it must be earliest, since '",
        "SPRING_KAFKA_CONSUMER_GROUP_ID, mine, 'it must be group, since MILLRACE_KAFKA_GROUP'",
        "SPRING_KAFKA_CONSUMER_ISOLATION_LEVEL, read-committed, 'it must be read_uncommitted, '",
        "SPRING_KAFKA_CONSUMER_HEARTBEAT_INTERVAL, 1s, 'leave it out, since '",
        "SPRING_KAFKA_CONSUMER_PROPERTIES_GROUP_PROTOCOL, classic, 'it must be consumer, since '",
        "SPRING_KAFKA_PROPERTIES_GROUP_INSTANCE_ID, x, 'leave it out, since '",
    })
    void namesTheVariableThatContradictsTheQueue(String variable, String value, String demand) {
        assertThatThrownBy(() -> check(variables(Map.of(variable, value))))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith(
                        "The setting %s cannot be \"%s\": %s".formatted(variable, value, demand))
                .hasMessageEndingWith(".");
    }

    @ParameterizedTest
    @CsvSource({
        "spring.kafka.producer.acks, 0",
        "spring.kafka.producer.properties.acks, 0",
        "spring.kafka.producer.properties[acks], 0",
        "spring.kafka.properties[enable.auto.commit], true",
        "spring.kafka.consumer.enable-auto-commit, true",
    })
    void namesThePropertyOfAFileThatContradictsTheQueue(String property, String value) {
        assertThatThrownBy(() -> check(properties(Map.of(property, value))))
                .isInstanceOf(StartException.class)
                .hasMessageStartingWith(
                        "The setting %s cannot be \"%s\": ".formatted(property, value));
    }

    @ParameterizedTest
    @CsvSource({
        "spring.kafka.producer.acks, all",
        "spring.kafka.producer.acks, -1",
        "spring.kafka.producer.properties.enable.idempotence, TRUE",
        "spring.kafka.producer.key-serializer, org.apache.kafka.common.serialization.ByteArraySerializer",
        "spring.kafka.consumer.enable-auto-commit, false",
        "spring.kafka.consumer.isolation-level, read-uncommitted",
        "spring.kafka.consumer.group-id, group",
        "spring.kafka.consumer.max-poll-records, 5",
        "spring.kafka.producer.compression-type, lz4",
        "spring.kafka.properties.security.protocol, SASL_SSL",
    })
    void acceptsTheRequiredValuesAndEverythingElse(String property, String value) {
        assertThatCode(() -> check(properties(Map.of(property, value)))).doesNotThrowAnyException();
    }

    @Test
    void judgesTheValueThatCountsWithItsPlaceholdersResolved() {
        MapPropertySource first =
                new MapPropertySource("first", Map.of("spring.kafka.producer.acks", "${safe}"));
        MapPropertySource second =
                new MapPropertySource(
                        "second", Map.of("spring.kafka.producer.acks", "1", "safe", "all"));

        assertThatCode(() -> check(read(first, second))).doesNotThrowAnyException();
        assertThatThrownBy(() -> check(read(second, first))).isInstanceOf(StartException.class);
    }

    @ExtendWith(OutputCaptureExtension.class)
    @Test
    void warnsOfSettingsThatMillraceDoesNotUse(CapturedOutput output) {
        variables(
                        Map.of(
                                "SPRING_KAFKA_LISTENER_CONCURRENCY", "3",
                                "SPRING_KAFKA_ADMIN_AUTO_CREATE", "false",
                                "SPRING_KAFKA_ADMIN_CLIENT_ID", "admin"))
                .warnOfThoseWithoutEffect();

        assertThat(output)
                .contains("SPRING_KAFKA_LISTENER_CONCURRENCY has no effect")
                .contains("SPRING_KAFKA_ADMIN_AUTO_CREATE has no effect")
                .doesNotContain("SPRING_KAFKA_ADMIN_CLIENT_ID");
    }
}
