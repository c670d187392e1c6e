// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.transport.mqtt.client.CloseReason;
import io.millrace.transport.mqtt.client.PublishRefusal;
import io.millrace.transport.mqtt.metrics.MqttMetrics;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Meters of the MQTT server. */
final class MqttMeters implements MqttMetrics {

    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger paused = new AtomicInteger();
    private final AtomicInteger held = new AtomicInteger();
    private final Counter sessions;
    private final Counter messages;
    private final Counter rejected;
    private final Timer safe;
    private final Map<CloseReason, Counter> closed;
    private final Map<CloseReason, Counter> refused;
    private final Map<PublishRefusal, Counter> publishRefused;

    MqttMeters(MeterRegistry registry) {
        Gauge.builder("millrace.mqtt.connections", connections, AtomicInteger::get)
                .description("Open connections")
                .register(registry);
        Gauge.builder("millrace.mqtt.paused", paused, AtomicInteger::get)
                .description(
                        "Connections that are not read, because too many of their messages are not safe yet")
                .register(registry);
        Gauge.builder("millrace.mqtt.held", held, AtomicInteger::get)
                .description("Connections that are not read, because the queue has no room")
                .register(registry);
        sessions =
                Counter.builder("millrace.mqtt.sessions")
                        .description("Sessions of devices that were opened")
                        .register(registry);
        messages =
                Counter.builder("millrace.mqtt.messages")
                        .description("Messages that the queue accepted")
                        .register(registry);
        rejected =
                Counter.builder("millrace.mqtt.rejected")
                        .description(
                                "Connections that were closed at once: too many unauthenticated ones, or too many of their address")
                        .register(registry);
        safe =
                Timer.builder("millrace.mqtt.safe")
                        .description("Time from reading a PUBLISH until all its messages are safe")
                        .publishPercentileHistogram()
                        .minimumExpectedValue(Duration.ofMillis(1))
                        .maximumExpectedValue(Duration.ofSeconds(10))
                        .register(registry);
        closed = counters(CloseReason.class, "closed", "Connections that ended", registry);
        refused = counters(CloseReason.class, "refused", "Packets that were refused", registry);
        publishRefused =
                counters(
                        PublishRefusal.class,
                        "publish.refused",
                        "PUBLISH packets that were not accepted",
                        registry);
    }

    private static <R extends Enum<R>> Map<R, Counter> counters(
            Class<R> reasons, String name, String description, MeterRegistry registry) {
        Map<R, Counter> counters = new EnumMap<>(reasons);
        for (R reason : reasons.getEnumConstants()) {
            counters.put(
                    reason,
                    Counter.builder("millrace.mqtt." + name)
                            .description(description)
                            .tag("reason", reason.name().toLowerCase(Locale.ROOT))
                            .register(registry));
        }
        return counters;
    }

    private static <R extends Enum<R>> void count(Map<R, Counter> counters, R reason) {
        Counter counter = counters.get(reason);
        if (counter != null) {
            counter.increment();
        }
    }

    @Override
    public void connectionOpened() {
        connections.incrementAndGet();
    }

    @Override
    public void connectionClosed(CloseReason reason) {
        connections.decrementAndGet();
        count(closed, reason);
    }

    @Override
    public void connectionRejected() {
        rejected.increment();
    }

    @Override
    public void sessionOpened() {
        sessions.increment();
    }

    @Override
    public void packetRefused(CloseReason reason) {
        count(refused, reason);
    }

    @Override
    public void publishRefused(PublishRefusal reason) {
        count(publishRefused, reason);
    }

    @Override
    public void connectionPaused() {
        paused.incrementAndGet();
    }

    @Override
    public void connectionResumed() {
        paused.decrementAndGet();
    }

    @Override
    public void connectionHeld() {
        held.incrementAndGet();
    }

    @Override
    public void connectionReleased() {
        held.decrementAndGet();
    }

    @Override
    public void messagesSubmitted(int count) {
        messages.increment(count);
    }

    @Override
    public void messagesSafe(int count, long nanos) {
        safe.record(nanos, TimeUnit.NANOSECONDS);
    }
}
