// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.queue.kafka.KafkaStatistics;
import io.millrace.queue.kafka.KafkaStatistics.Events;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Meters of the queue's use of Kafka. The figures are read once for a scrape. The meters of Kafka's own clients are bound
 * where the clients are created.
 */
final class KafkaMeters implements MeterBinder {

    private final Supplier<KafkaStatistics> statistics;

    KafkaMeters(Supplier<KafkaStatistics> statistics) {
        this.statistics = OncePerScrape.of(statistics);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "available",
                "1 if the brokers answer; 0 while an operation waits for them",
                now -> now.available() ? 1 : 0);
        gauge(
                registry,
                "partitions",
                "Partitions that the instance owns",
                KafkaStatistics::partitions);
        gauge(
                registry,
                "waiting.topics",
                "Topics whose messages start when those in a former topic have ended, after a change of the number of partitions",
                KafkaStatistics::waitingTopics);
        gauge(
                registry,
                "overloaded.tenants",
                "Tenants with too many waiting messages on some instance: no instance accepts more from their devices",
                KafkaStatistics::overloadedTenants);
        gauge(
                registry,
                "sending.messages",
                "Messages being sent to the brokers",
                KafkaStatistics::sendingMessages);
        gauge(
                registry,
                "sending.bytes",
                "Bytes being sent to the brokers",
                KafkaStatistics::sendingBytes);
        gauge(
                registry,
                "sending.bytes.max",
                "Maximum of bytes being sent to the brokers",
                KafkaStatistics::maxSendingBytes);
        gauge(
                registry,
                "held.bytes",
                "Bytes of records that were read and wait, undecoded, for room in their lanes",
                KafkaStatistics::heldBytes);
        gauge(
                registry,
                "held.bytes.max",
                "Bytes of records held beyond which fetching is paused",
                KafkaStatistics::maxHeldBytes);
        gauge(
                registry,
                "span",
                "Records from the oldest unfinished one to the newest one read, maximum of all partitions",
                now -> now.progress().span());
        TimeGauge.builder(
                        "millrace.kafka.oldest",
                        statistics,
                        MILLISECONDS,
                        now -> now.get().progress().oldest().toMillis())
                .description("Time since the oldest unfinished record was read")
                .register(registry);
        counter(
                registry,
                "replayed",
                "Records that a former owner of their partition had read, but not finished by its last commit",
                Events::replayed);
        counter(
                registry,
                "skipped",
                "Records that a former owner had finished out of order, and that are not repeated",
                Events::skipped);
        counter(
                registry,
                "late",
                "Records that an instance wrote after another had taken over the deliveries that created them; ignored, because the other writes them again",
                Events::late);
        counter(
                registry,
                "metadata.omitted",
                "Commits whose metadata had no room for all records finished out of order",
                Events::omissions);
        counter(
                registry,
                "pauses",
                "Times that fetching from a partition was paused, because too many records were held",
                Events::pauses);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            ToDoubleFunction<KafkaStatistics> figure) {
        Gauge.builder("millrace.kafka." + name, statistics, now -> figure.applyAsDouble(now.get()))
                .description(description)
                .register(registry);
    }

    private void counter(
            MeterRegistry registry,
            String name,
            String description,
            ToLongFunction<Events> figure) {
        FunctionCounter.builder(
                        "millrace.kafka." + name,
                        statistics,
                        now -> figure.applyAsLong(now.get().events()))
                .description(description)
                .register(registry);
    }
}
