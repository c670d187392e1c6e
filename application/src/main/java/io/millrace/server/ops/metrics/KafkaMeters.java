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
 * Meters of the queues over Kafka. The statistics are read once per scrape and cached for {@value #KEPT_MILLIS}
 * milliseconds. The hundreds of metrics of Kafka's own clients, most of them per partition, are not included.
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
                "1 if the brokers answer; 0 while an operation waits for them",
                now -> now.available() ? 1 : 0);
        gauge(
                registry,
                "partitions",
                "Partitions that this instance owns",
                KafkaStatistics::partitions);
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
                "Maximum of bytes being sent to the " + "brokers",
                KafkaStatistics::maxSendingBytes);
        gauge(
                registry,
                "span",
                "Records from the oldest unfinished one to the newest one read, in the partition where this is "
                        + "largest",
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
                "Records that a former owner of the partition had read and not finished, by its last commit",
                Events::replayed);
        counter(
                registry,
                "skipped",
                "Records that were not read again, because they had ended under a former owner",
                Events::skipped);
        counter(
                registry,
                "metadata.omitted",
                "Offset commits whose metadata had no room for all ended records",
                Events::omissions);
        counter(
                registry,
                "pauses",
                "Pauses of a partition because the queue had no room",
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
