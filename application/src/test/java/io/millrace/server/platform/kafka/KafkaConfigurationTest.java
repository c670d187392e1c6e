// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.queue.kafka.KafkaClients;
import io.millrace.server.platform.start.StartException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import javax.security.auth.login.Configuration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;

class KafkaConfigurationTest {

    private static void run(Consumer<KafkaClients> assertions, String... settings) {
        ConfiguredKafka.runner()
                .withPropertyValues(settings)
                .run(context -> assertions.accept(context.getBean(KafkaClients.class)));
    }

    private static Map<String, Object> producer(KafkaClients clients) {
        return clients.producers().getConfigurationProperties();
    }

    private static Map<String, Object> consumer(KafkaClients clients) {
        return clients.consumers().getConfigurationProperties();
    }

    private static Map<String, Object> admin(KafkaClients clients) {
        return clients.admin().getConfigurationProperties();
    }

    @Test
    void everySettingOfSpringBootReachesItsClients() {
        run(
                clients -> {
                    assertThat(List.of(producer(clients), consumer(clients), admin(clients)))
                            .allSatisfy(client ->
                                    assertThat(client)
                                            .containsEntry(
                                                    "bootstrap.servers", List.of("127.0.0.1:1"))
                                            .containsEntry("security.protocol", "SASL_SSL")
                                            .containsEntry("sasl.mechanism", "SCRAM-SHA-512")
                                            .containsEntry("ssl.truststore.type", "PEM"));
                    assertThat(producer(clients))
                            .containsEntry("compression.type", "lz4")
                            .containsEntry("linger.ms", "9")
                            .containsEntry("acks", "all");
                    assertThat(consumer(clients))
                            .containsEntry("max.poll.records", 7)
                            .containsEntry("client.rack", "a")
                            .containsEntry("enable.auto.commit", false);
                    assertThat(admin(clients)).containsEntry("retries", "4");
                },
                "spring.kafka.security.protocol=SASL_SSL",
                "spring.kafka.properties.sasl.mechanism=SCRAM-SHA-512",
                "spring.kafka.ssl.trust-store-type=PEM",
                "spring.kafka.producer.compression-type=lz4",
                "spring.kafka.producer.properties.linger.ms=9",
                "spring.kafka.consumer.max-poll-records=7",
                "spring.kafka.consumer.properties.client.rack=a",
                "spring.kafka.admin.properties.retries=4");
    }

    @Test
    void aBundleOfOneClientReplacesThatOfAll() {
        run(
                clients -> {
                    assertThat(admin(clients))
                            .containsEntry(
                                    "ssl.engine.factory.class", SslBundleSslEngineFactory.class);
                    assertThat(producer(clients).get(SslBundle.class.getName()))
                            .isNotNull()
                            .isSameAs(admin(clients).get(SslBundle.class.getName()))
                            .isNotSameAs(consumer(clients).get(SslBundle.class.getName()));
                },
                "spring.ssl.bundle.pem.all.options.enabled-protocols=TLSv1.3",
                "spring.ssl.bundle.pem.own.options.enabled-protocols=TLSv1.2",
                "spring.kafka.ssl.bundle=all",
                "spring.kafka.consumer.ssl.bundle=own");
    }

    @Test
    void clientsAreNamedAfterTheInstanceOrAsConfigured() {
        run(clients -> {
            assertThat(producer(clients)).containsEntry("client.id", "one");
            assertThat(consumer(clients)).containsEntry("client.id", "one");
        });
        run(
                clients -> assertThat(consumer(clients)).containsEntry("client.id", "mine"),
                "spring.kafka.client-id=mine");
    }

    @Test
    void jaasIsConfiguredForTheJvm() {
        Configuration former = Configuration.getConfiguration();
        try {
            run(
                    _ ->
                            assertThat(
                                            Configuration.getConfiguration()
                                                    .getAppConfigurationEntry("KafkaClient"))
                                    .singleElement()
                                    .extracting(entry -> entry.getLoginModuleName())
                                    .isEqualTo("org.example.Login"),
                    "spring.kafka.jaas.enabled=true",
                    "spring.kafka.jaas.login-module=org.example.Login");
        } finally {
            Configuration.setConfiguration(former);
        }
    }

    @Test
    void aSettingThatContradictsTheQueueEndsTheStart() {
        assertEnds(
                "The setting spring.kafka.producer.acks cannot be \"1\": it must be all, ",
                "spring.kafka.producer.acks=1");
        assertEnds(
                "The setting spring.kafka.consumer.auto-offset-reset cannot be \"latest\": it must be earliest, ",
                "spring.kafka.consumer.auto-offset-reset=latest");
    }

    @Test
    void aBundleThatDoesNotExistEndsTheStart() {
        assertEnds(
                "The SSL bundle \"missing\" of spring.kafka.ssl.bundle does not exist",
                "spring.kafka.ssl.bundle=missing");
    }

    @Test
    void storesBesideABundleEndTheStart() {
        assertEnds(
                "Kafka cannot be used: ",
                "spring.kafka.ssl.bundle=some",
                "spring.kafka.ssl.trust-store-location=file:/nowhere");
    }

    @Test
    void noBrokerEndsTheStart() {
        assertEnds(
                "MILLRACE_QUEUE is kafka, but no broker is configured",
                "spring.kafka.bootstrap-servers=");
    }

    private static void assertEnds(String sentence, String... settings) {
        ConfiguredKafka.runner()
                .withPropertyValues(settings)
                .run(context ->
                        assertThat(context.getStartupFailure())
                                .satisfies(failure ->
                                        assertThat(startExceptionOf(failure))
                                                .startsWith(sentence)));
    }

    private static String startExceptionOf(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof StartException e) {
                return Objects.requireNonNull(e.getMessage());
            }
        }
        throw new AssertionError(failure);
    }

    @Test
    void theMemoryQueueHasNothingOfKafka() {
        ConfiguredKafka.runner()
                .withPropertyValues("millrace.queue=memory")
                .run(context ->
                        assertThat(context)
                                .hasNotFailed()
                                .doesNotHaveBean(KafkaProperties.class)
                                .doesNotHaveBean(KafkaClients.class));
    }
}
