// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.server.platform.groupcommit.CommitListener;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/** Meters of group commits by store: waiting items and their age, batch sizes, transaction times. */
final class CommitMeters implements CommitListener {

    private final MeterRegistry registry;

    CommitMeters(MeterRegistry registry) {
        this.registry = registry;
    }

    @Override
    public OfStore ofStore(String store, Waiting waiting) {
        gauge("millrace.storage.waiting", store, waiting, Waiting::items)
                .description("Items that wait for their transaction to begin")
                .register(registry);
        gauge("millrace.storage.oldest", store, waiting, CommitMeters::oldestSeconds)
                .description("Age of the oldest item that is not written yet")
                .baseUnit("seconds")
                .register(registry);
        DistributionSummary items =
                DistributionSummary.builder("millrace.storage.batch.items")
                        .description("Items in one transaction")
                        .tag("store", store)
                        .register(registry);
        Timer commit =
                Timer.builder("millrace.storage.commit")
                        .description(
                                "Duration of transactions, from the first statement to the end of the commit")
                        .tag("store", store)
                        .register(registry);
        Counter fenced =
                Counter.builder("millrace.storage.fenced")
                        .description(
                                "Items that were refused, because another instance owns their partition")
                        .tag("store", store)
                        .register(registry);
        return new Meters(items, commit, fenced);
    }

    private static Gauge.Builder<Waiting> gauge(
            String name, String store, Waiting waiting, ToDoubleFunction<Waiting> value) {
        return Gauge.builder(name, waiting, value).tag("store", store).strongReference(true);
    }

    private static double oldestSeconds(Waiting waiting) {
        return waiting.oldestNanos() / 1e9;
    }

    private record Meters(DistributionSummary items, Timer commit, Counter fenced)
            implements OfStore {

        @Override
        public void committed(int count, long nanos) {
            items.record(count);
            commit.record(nanos, TimeUnit.NANOSECONDS);
        }

        @Override
        public void fenced(int count) {
            fenced.increment(count);
        }
    }
}
