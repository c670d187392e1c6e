// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.rule.engine.NodeListener;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of rule nodes by node type: times, failures, refusals, circuit breakers. */
final class NodeMeters implements NodeListener {

    /** Few buckets, because each message passes several nodes, and each record searches for its bucket. */
    private static final Duration[] BUCKETS = {
        Duration.ofNanos(100_000),
        Duration.ofMillis(1),
        Duration.ofMillis(10),
        Duration.ofMillis(100),
        Duration.ofSeconds(1),
        Duration.ofSeconds(10)
    };

    private final MeterRegistry registry;
    private final AtomicInteger openBreakers = new AtomicInteger();
    private final Map<String, TypeMeters> types = new ConcurrentHashMap<>();

    NodeMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("millrace.nodes.breakers.open", openBreakers, AtomicInteger::get)
                .description("Nodes that get no messages, because their calls keep timing out")
                .register(registry);
    }

    @Override
    public OfType ofType(String type) {
        return types.computeIfAbsent(type, TypeMeters::new);
    }

    private final class TypeMeters implements OfType {

        private final Timer time;
        private final Counter failures;
        private final Counter refusedForRoom;
        private final Counter refusedByBreaker;

        TypeMeters(String type) {
            time =
                    Timer.builder("millrace.nodes.time")
                            .description(
                                    "Time of a message in a node, including asynchronous answers")
                            .tag("type", type)
                            .serviceLevelObjectives(BUCKETS)
                            .register(registry);
            failures =
                    Counter.builder("millrace.nodes.failures")
                            .description("Messages that failed, or were given up, in a node")
                            .tag("type", type)
                            .register(registry);
            refusedForRoom = refused(type, Refusal.ROOM);
            refusedByBreaker = refused(type, Refusal.BREAKER);
        }

        private Counter refused(String type, Refusal reason) {
            return Counter.builder("millrace.nodes.refused")
                    .description("Messages that a node refused")
                    .tag("type", type)
                    .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                    .register(registry);
        }

        @Override
        public void answered(long nanos, boolean failed) {
            time.record(nanos, TimeUnit.NANOSECONDS);
            if (failed) {
                failures.increment();
            }
        }

        @Override
        public void refused(Refusal reason) {
            switch (reason) {
                case ROOM -> refusedForRoom.increment();
                case BREAKER -> refusedByBreaker.increment();
            }
        }

        @Override
        public void breakerOpened() {
            openBreakers.incrementAndGet();
        }

        @Override
        public void breakerClosed() {
            openBreakers.decrementAndGet();
        }
    }
}
