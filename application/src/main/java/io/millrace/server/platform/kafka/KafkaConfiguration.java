// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.queue.kafka.ClientProperties;
import io.millrace.queue.kafka.KafkaClients;
import io.millrace.queue.kafka.KafkaQueueSettings;
import io.millrace.queue.lane.LaneSettings;
import io.millrace.server.platform.settings.ClusterSettings;
import io.millrace.server.platform.settings.InstanceSettings;
import io.millrace.server.platform.start.StartException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.kafka.core.DefaultKafkaConsumerFactory;
import org.springframework.kafka.core.DefaultKafkaProducerFactory;
import org.springframework.kafka.core.KafkaAdmin;

/**
 * The clients of the queue. Spring Boot's own configuration of Kafka is left out: it would add a template, listener
 * containers and their threads, which the queue does not use.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "millrace.queue", havingValue = "kafka")
@EnableConfigurationProperties(KafkaProperties.class)
class KafkaConfiguration {

    private static final Duration COMMIT_INTERVAL = Duration.ofMillis(500);
    private static final Duration HAND_OVER = Duration.ofSeconds(5);

    /** How long the producer waits at its close for the acknowledgements of the brokers. */
    private static final Duration PRODUCER_CLOSE = Duration.ofSeconds(10);

    private static final Duration ADMIN_CALL = Duration.ofSeconds(10);
    private static final Duration ADMIN_CLOSE = Duration.ofSeconds(1);

    @Bean
    KafkaQueueSettings kafkaQueueSettings(ClusterSettings cluster, InstanceSettings instance) {
        return new KafkaQueueSettings(
                cluster.group(),
                instance.instanceId(),
                cluster.replication(),
                COMMIT_INTERVAL,
                HAND_OVER);
    }

    @Bean
    ConfiguredClients configuredKafkaClients(
            KafkaProperties properties, SslBundles bundles, ConfigurableEnvironment environment) {
        if (properties.getBootstrapServers().isEmpty()) {
            throw new StartException(
                    "MILLRACE_QUEUE is kafka, but no broker is configured; name brokers as host:port in "
                            + "SPRING_KAFKA_BOOTSTRAP_SERVERS.");
        }
        KafkaSettings settings = KafkaSettings.of(environment);
        settings.warnOfThoseWithoutEffect();
        JaasLogin.install(properties.getJaas());
        return new ConfiguredClients(properties, bundles, settings);
    }

    @Bean
    DefaultKafkaProducerFactory<byte[], byte[]> kafkaProducerFactory(
            ConfiguredClients configured,
            KafkaQueueSettings settings,
            LaneSettings lanes,
            MeterRegistry meters) {
        DefaultKafkaProducerFactory<byte[], byte[]> factory =
                new DefaultKafkaProducerFactory<>(
                        configured.producer(ClientProperties.producer(settings, lanes)));
        factory.setPhysicalCloseTimeout((int) PRODUCER_CLOSE.toSeconds());
        factory.addListener(new ProducerMeters(meters));
        return factory;
    }

    @Bean
    DefaultKafkaConsumerFactory<byte[], byte[]> kafkaConsumerFactory(
            ConfiguredClients configured, KafkaQueueSettings settings, MeterRegistry meters) {
        DefaultKafkaConsumerFactory<byte[], byte[]> factory =
                new DefaultKafkaConsumerFactory<>(
                        configured.consumer(ClientProperties.consumer(settings)));
        factory.addListener(new ConsumerMeters(meters));
        return factory;
    }

    @Bean
    KafkaAdmin kafkaAdmin(ConfiguredClients configured, KafkaProperties properties) {
        Map<String, Object> client = configured.admin();
        KafkaAdmin admin = new KafkaAdmin(client);
        admin.setOperationTimeout(seconds(properties.getAdmin().getOperationTimeout(), ADMIN_CALL));
        admin.setCloseTimeout(seconds(properties.getAdmin().getCloseTimeout(), ADMIN_CLOSE));
        return admin;
    }

    private static int seconds(@Nullable Duration configured, Duration preset) {
        return (int) (configured == null ? preset : configured).toSeconds();
    }

    @Bean
    KafkaClients kafkaClients(
            DefaultKafkaProducerFactory<byte[], byte[]> producers,
            DefaultKafkaConsumerFactory<byte[], byte[]> consumers,
            KafkaAdmin admin) {
        return new KafkaClients(producers, consumers, admin);
    }
}
