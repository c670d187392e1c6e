// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.millrace.queue.LedgerLine;
import io.millrace.queue.Outcome;
import io.millrace.queue.Place;
import io.millrace.queue.QueueEngine;
import io.millrace.queue.QueueLoad;
import io.millrace.queue.Source;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/** Meters of the ledger's total and the queue's load. Each is read once for a scrape. */
final class LedgerMeters implements MeterBinder {

    private final Supplier<LedgerLine> total;
    private final Supplier<QueueLoad> load;

    LedgerMeters(QueueEngine queue) {
        this.total = OncePerScrape.of(() -> queue.ledger().total());
        this.load = OncePerScrape.of(queue::load);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (Source source : Source.values()) {
            FunctionCounter.builder(
                            "millrace.ledger.taken.in",
                            total,
                            line -> line.get().takenIn().getOrDefault(source, 0L))
                    .description("Messages taken in, by source")
                    .tag("source", tag(source))
                    .register(registry);
        }
        for (Outcome outcome : Outcome.values()) {
            FunctionCounter.builder(
                            "millrace.ledger.ended",
                            total,
                            line -> line.get().ended().getOrDefault(outcome, 0L))
                    .description("Deliveries that have ended")
                    .tag("outcome", tag(outcome))
                    .register(registry);
        }
        for (Place place : Place.values()) {
            Gauge.builder(
                            "millrace.ledger.in.flight",
                            total,
                            line -> line.get().inFlight().getOrDefault(place, 0L))
                    .description("Deliveries that have not ended")
                    .tag("place", tag(place))
                    .register(registry);
        }
        bindLoad(registry);
    }

    private void bindLoad(MeterRegistry registry) {
        gauge(registry, "running", "Deliveries that are running", QueueLoad::running);
        gauge(
                registry,
                "running.max",
                "Maximum number of running deliveries",
                QueueLoad::maxRunning);
        gauge(
                registry,
                "running.bytes",
                "Bytes of the messages of running deliveries",
                QueueLoad::runningBytes);
        gauge(
                registry,
                "running.bytes.max",
                "Maximum of bytes of the messages of running deliveries",
                QueueLoad::maxRunningBytes);
        gauge(
                registry,
                "oldest.receipt.seconds",
                "Time since the acceptance of the oldest message whose sender has no receipt yet",
                now -> now.oldestReceipt().toMillis() / 1000.0);
        gauge(registry, "lanes", "Lanes: originators with deliveries in flight", QueueLoad::lanes);
        gauge(registry, "lanes.waiting", "Lanes that wait for room", QueueLoad::waitingLanes);
        gauge(
                registry,
                "waiting.bytes",
                "Bytes of waiting messages from devices",
                QueueLoad::waitingBytes);
        gauge(
                registry,
                "waiting.bytes.max",
                "Maximum of bytes of waiting messages from devices",
                QueueLoad::maxWaitingBytes);
        gauge(
                registry,
                "made.bytes",
                "Bytes of waiting messages from the engine",
                QueueLoad::madeBytes);
        gauge(
                registry,
                "made.bytes.max",
                "Maximum of bytes of waiting messages from the engine",
                QueueLoad::maxMadeBytes);
        gauge(
                registry,
                "parked.bytes",
                "Bytes of waiting deliveries whose messages only the table in_flight has",
                QueueLoad::parkedBytes);
        gauge(
                registry,
                "parked.bytes.max",
                "Maximum of bytes of waiting deliveries whose messages only the table in_flight has",
                QueueLoad::maxParkedBytes);
        gauge(
                registry,
                "sends.waiting",
                "Messages from the engine that wait for room on their way to another instance",
                QueueLoad::waitingSends);
    }

    private void gauge(
            MeterRegistry registry,
            String name,
            String description,
            ToDoubleFunction<QueueLoad> figure) {
        Gauge.builder("millrace.queue." + name, load, now -> figure.applyAsDouble(now.get()))
                .description(description)
                .register(registry);
    }

    private static String tag(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
