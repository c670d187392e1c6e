// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.common.base.Suppliers;
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
 * Meters of the queue's use of Kafka. The figures are read once for a scrape and kept for {@value #KEPT_MILLIS}
 * milliseconds. The meters of Kafka's own clients are bound where the clients are made.
 */
final class KafkaMeters implements MeterBinder {

    private static final long KEPT_MILLIS = 500;

    private final Supplier<KafkaStatistics> statistics;

    KafkaMeters(Supplier<KafkaStatistics> statistics) {
        this.statistics =
                Suppliers.memoizeWithExpiration(statistics::get, KEPT_MILLIS, MILLISECONDS);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "available",
                "1, or 0 while something waits for the brokers",
                now -> now.available() ? 1 : 0);
        gauge(
                registry,
                "partitions",
                "Partitions that the instance acts for",
                KafkaStatistics::partitions);
        gauge(
                registry,
                "waiting.topics",
                "Topics whose messages start when those in a former topic have ended, after a change of the number of partitions",
                KafkaStatistics::waitingTopics);
        gauge(
                registry,
                "sending.messages",
                "Messages on their way into the log",
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
                "span",
                "Records from the oldest that has not ended to the newest that was read, of the partition with most",
                now -> now.progress().span());
        TimeGauge.builder(
                        "millrace.kafka.oldest",
                        statistics,
                        MILLISECONDS,
                        now -> now.get().progress().oldest().toMillis())
                .description("Time since the oldest record was read that has not ended")
                .register(registry);
        counter(
                registry,
                "replayed",
                "Records that a former owner of their partition had begun, too",
                Events::replayed);
        counter(
                registry,
                "skipped",
                "Records that had ended under a former owner, before others in front of them",
                Events::skipped);
        counter(
                registry,
                "metadata.omitted",
                "Commits that could not tell of all that had ended",
                Events::omissions);
        counter(
                registry,
                "pauses",
                "How often a partition was not read on for want of room",
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
