// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.kafka;

import static io.millrace.queue.Fixtures.device;
import static io.millrace.queue.Fixtures.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.delivery.AttemptResult;
import io.millrace.queue.MessageQueue.Admission;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueDefinition;
import io.millrace.queue.QueueKey;
import io.millrace.queue.QueueListener;
import io.millrace.queue.QueueRegistry;
import io.millrace.queue.RecordingStores;
import io.millrace.queue.RetryPolicy;
import io.millrace.queue.Source;
import io.millrace.queue.StandstillClock;
import io.millrace.queue.SubmitStrategy;
import io.millrace.queue.kafka.FencedStores;
import io.millrace.queue.kafka.KafkaBroker;
import io.millrace.queue.kafka.KafkaClients;
import io.millrace.queue.kafka.KafkaQueue;
import io.millrace.queue.kafka.KafkaQueueSettings;
import io.millrace.queue.kafka.TlsFiles;
import io.millrace.queue.lane.LaneEngine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.ApplicationContext;

/** A real broker that takes connections over TLS only and demands a certificate, reached by settings of Spring Boot. */
class KafkaTlsIT {

    @TempDir static Path directory;
    private static KafkaBroker broker;
    private static TlsFiles tls;

    @BeforeAll
    static void startBroker() throws Exception {
        tls = TlsFiles.generate(directory);
        broker = KafkaBroker.start(directory, tls);
    }

    @AfterAll
    static void stopBroker() {
        broker.close();
    }

    static Stream<Arguments> waysToConfigureIt() {
        return Stream.of(
                Arguments.of(
                        "stores",
                        List.of(
                                "spring.kafka.ssl.key-store-location=file:" + tls.keyStore(),
                                "spring.kafka.ssl.key-store-password=" + TlsFiles.PASSWORD,
                                "spring.kafka.ssl.key-store-type=PKCS12",
                                "spring.kafka.ssl.trust-store-location=file:" + tls.trustStore(),
                                "spring.kafka.ssl.trust-store-password=" + TlsFiles.PASSWORD,
                                "spring.kafka.ssl.trust-store-type=PKCS12")),
                Arguments.of(
                        "bundle",
                        List.of(
                                "spring.kafka.ssl.bundle=kafka",
                                "spring.ssl.bundle.pem.kafka.keystore.certificate=file:"
                                        + tls.certificate(),
                                "spring.ssl.bundle.pem.kafka.keystore.private-key=file:"
                                        + tls.key(),
                                "spring.ssl.bundle.pem.kafka.truststore.certificate=file:"
                                        + tls.certificate())));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("waysToConfigureIt")
    void messagesGoOverTls(String way, List<String> settings) {
        ConfiguredKafka.runner()
                .withPropertyValues(
                        "spring.kafka.bootstrap-servers=" + broker.bootstrapServers(),
                        "spring.kafka.security.protocol=SSL")
                .withPropertyValues(settings.toArray(String[]::new))
                .run(context -> sendAndEndAMessage(way, context));
    }

    private static void sendAndEndAMessage(String topic, ApplicationContext context) {
        try (KafkaQueue queue = open(topic, context)) {
            queue.start(attempt ->
                    attempt.end(new AttemptResult.Done(io.millrace.message.delivery.Path.EMPTY)));
            await().until(() ->
                    queue.submit(message(device(1), 1), Source.DEVICE, () -> {})
                            == Admission.ACCEPTED);
            await().until(() -> queue.ledger().total().ended().getOrDefault(Outcome.DONE, 0L) == 1);
            assertThat(context.getBean(MeterRegistry.class).getMeters())
                    .extracting(meter -> meter.getId().getName())
                    .contains(
                            "kafka.producer.record.send.total", "kafka.consumer.connection.count");
        }
        assertThat(context.getBean(MeterRegistry.class).getMeters()).isEmpty();
    }

    private static KafkaQueue open(String topic, ApplicationContext context) {
        QueueDefinition queue =
                new QueueDefinition(
                        QueueKey.shared(QueueDefinition.MAIN.name()),
                        topic,
                        1,
                        SubmitStrategy.BURST,
                        1,
                        Duration.ofMinutes(10),
                        RetryPolicy.NONE);
        return new KafkaQueue(
                new QueueRegistry(List.of(queue)),
                ConfiguredKafka.LANES,
                context.getBean(KafkaQueueSettings.class),
                context.getBean(KafkaClients.class),
                new FencedStores(),
                LaneEngine.Environment.of(
                        new RecordingStores(),
                        QueueListener.NONE,
                        _ -> 1,
                        new StandstillClock(System::nanoTime)));
    }
}
