// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.message.RuleMessage;
import io.millrace.queue.QueueListener;
import io.millrace.server.platform.periodic.TaskFailures;

/** Counts events of deliveries other than their begin and end, which the ledger counts. */
final class QueueMeters implements QueueListener {

    private final Counter refused;
    private final Counter timedOut;
    private final Counter late;
    private final Counter stored;

    QueueMeters(MeterRegistry registry) {
        refused = counter(registry, "refused", "Submitted messages that found no room");
        timedOut = counter(registry, "timed.out", "Attempts that timed out");
        late =
                counter(
                        registry,
                        "late.results",
                        "Results that arrived after the end of their attempt");
        stored = counter(registry, "stored", "Deliveries written to the in-flight store");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder("millrace.queue." + name)
                .description(description)
                .register(registry);
    }

    @Override
    public void refused(RuleMessage message) {
        refused.increment();
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

    @Override
    public void taskFailed(String task) {
        TaskFailures.count(task);
    }
}
