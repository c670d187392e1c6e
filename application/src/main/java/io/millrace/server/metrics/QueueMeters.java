// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.RuleMessage;
import io.millrace.queue.Outcome;
import io.millrace.queue.QueueListener;
import io.millrace.queue.memory.MemoryQueue;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;

/** Counts deliveries, and where they are. */
final class QueueMeters implements QueueListener {

    private final Counter accepted;
    private final Counter timedOut;
    private final Counter late;
    private final Counter stored;
    private final Map<Outcome, Counter> ended = new EnumMap<>(Outcome.class);

    QueueMeters(MeterRegistry registry) {
        accepted = counter(registry, "accepted", "Messages taken in, redelivered ones included");
        timedOut = counter(registry, "timed.out", "Attempts that passed their deadline");
        late = counter(registry, "late.results", "Results that came after their attempt was over");
        stored = counter(registry, "stored", "Deliveries written to the in-flight store");
        for (Outcome outcome : Outcome.values()) {
            ended.put(
                    outcome,
                    Counter.builder("millrace.queue.ended")
                            .description("Deliveries that ended")
                            .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder("millrace.queue." + name)
                .description(description)
                .register(registry);
    }

    /** Shows how many deliveries are where. */
    static void watch(MemoryQueue queue, MeterRegistry registry) {
        gauge(queue, registry, "running", MemoryQueue.Load::running);
        gauge(queue, registry, "waiting", MemoryQueue.Load::waiting);
        gauge(queue, registry, "backing_off", MemoryQueue.Load::backingOff);
        gauge(queue, registry, "undecided", MemoryQueue.Load::undecided);
    }

    private static void gauge(
            MemoryQueue queue,
            MeterRegistry registry,
            String state,
            ToIntFunction<MemoryQueue.Load> part) {
        Gauge.builder("millrace.queue.deliveries", queue, q -> part.applyAsInt(q.load()))
                .description("Deliveries that have not ended")
                .tag("state", state)
                .register(registry);
    }

    @Override
    public void accepted(RuleMessage message) {
        accepted.increment();
    }

    @Override
    public void ended(RuleMessage message, Outcome outcome) {
        Counter counter = ended.get(outcome);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void timedOut(RuleMessage message) {
        timedOut.increment();
    }

    @Override
    public void lateResult(RuleMessage message) {
        late.increment();
    }

    @Override
    public void stored(RuleMessage message) {
        stored.increment();
    }
}
