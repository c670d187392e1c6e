// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.server.runtime.push.CloseCause;
import io.millrace.server.runtime.push.PushMetrics;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of the WebSocket API. */
final class PushMeters implements PushMetrics {

    private final AtomicInteger sessions = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final Counter messages;
    private final Counter conflated;
    private final Map<CloseCause, Counter> closed = new EnumMap<>(CloseCause.class);

    PushMeters(MeterRegistry registry) {
        Gauge.builder("millrace.push.sessions", sessions, AtomicInteger::get)
                .description("Open WebSocket sessions")
                .register(registry);
        Gauge.builder("millrace.push.subscriptions", subscriptions, AtomicInteger::get)
                .description("Subscriptions of WebSocket sessions")
                .register(registry);
        messages =
                Counter.builder("millrace.push.messages")
                        .description("Messages that were sent to WebSocket clients")
                        .register(registry);
        conflated =
                Counter.builder("millrace.push.conflated")
                        .description(
                                "Values that were not sent, because the client was slow and a newer value of the same "
                                        + "key existed")
                        .register(registry);
        for (CloseCause cause : CloseCause.values()) {
            closed.put(
                    cause,
                    Counter.builder("millrace.push.closed")
                            .description("WebSocket sessions that ended")
                            .tag("reason", cause.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
    }

    @Override
    public void sessionOpened() {
        sessions.incrementAndGet();
    }

    @Override
    public void sessionClosed(CloseCause cause) {
        sessions.decrementAndGet();
        Counter counter = closed.get(cause);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void subscriptionsChanged(int difference) {
        subscriptions.addAndGet(difference);
    }

    @Override
    public void messageSent() {
        messages.increment();
    }

    @Override
    public void conflated(int values) {
        conflated.increment(values);
    }
}
