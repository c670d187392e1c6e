// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.millrace.queue.kafka.KafkaStatistics;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class KafkaMetersTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();

    private void bind(boolean available) {
        KafkaStatistics statistics =
                new KafkaStatistics(
                        available,
                        3,
                        4_000,
                        10_000,
                        500,
                        600,
                        5,
                        2,
                        1,
                        new KafkaStatistics.Progress(60, Duration.ofMillis(7_500)),
                        new KafkaStatistics.Events(8, 9, 12, 10, 11));
        new KafkaMeters(() -> statistics).bindTo(registry);
    }

    private double gauge(String name) {
        return registry.get("millrace.kafka." + name).gauge().value();
    }

    private double count(String name) {
        return registry.get("millrace.kafka." + name).functionCounter().count();
    }

    @Test
    void showEachFigureUnderItsName() {
        bind(true);

        assertThat(gauge("available")).isEqualTo(1);
        assertThat(gauge("partitions")).isEqualTo(5);
        assertThat(gauge("waiting.topics")).isEqualTo(2);
        assertThat(gauge("sending.messages")).isEqualTo(3);
        assertThat(gauge("sending.bytes")).isEqualTo(4_000);
        assertThat(gauge("sending.bytes.max")).isEqualTo(10_000);
        assertThat(gauge("held.bytes")).isEqualTo(500);
        assertThat(gauge("held.bytes.max")).isEqualTo(600);
        assertThat(gauge("span")).isEqualTo(60);
        assertThat(registry.get("millrace.kafka.oldest").timeGauge().value(TimeUnit.SECONDS))
                .isEqualTo(7.5);
        assertThat(count("replayed")).isEqualTo(8);
        assertThat(count("skipped")).isEqualTo(9);
        assertThat(count("metadata.omitted")).isEqualTo(10);
        assertThat(count("pauses")).isEqualTo(11);
    }

    @Test
    void showBrokersThatDoNotAnswer() {
        bind(false);

        assertThat(gauge("available")).isZero();
    }

    @Test
    void healthStaysUpWhileBrokersDoNotAnswerAndSaysSo() {
        assertThat(new KafkaHealth(() -> false).health().getStatus()).isEqualTo(Status.UP);
        assertThat(new KafkaHealth(() -> false).health().getDetails())
                .containsEntry("brokers", "do not answer; messages wait");
        assertThat(new KafkaHealth(() -> true).health().getDetails())
                .containsEntry("brokers", "answer");
    }

    @Test
    void nameNoTenantAndNoPartition() {
        bind(true);

        assertThat(registry.getMeters())
                .extracting(Meter::getId)
                .allMatch(id -> id.getTags().isEmpty());
    }
}
