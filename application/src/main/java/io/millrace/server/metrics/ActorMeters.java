// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.millrace.actor.ActorRef;
import io.millrace.actor.ActorSystemListener;
import io.millrace.actor.DeadLetter;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts actors, and what goes wrong with them. */
final class ActorMeters implements ActorSystemListener {

    private final AtomicInteger live = new AtomicInteger();
    private final Counter restarts;
    private final Counter failures;
    private final Counter deadLetters;

    ActorMeters(MeterRegistry registry) {
        Gauge.builder("millrace.actors.live", live, AtomicInteger::get)
                .description("Actors that have not ended")
                .register(registry);
        restarts = counter(registry, "restarts", "Actors that began another life");
        failures = counter(registry, "failures", "Exceptions that actors did not handle");
        deadLetters = counter(registry, "dead.letters", "Messages that were lost to all actors");
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder("millrace.actors." + name)
                .description(description)
                .register(registry);
    }

    @Override
    public void actorStarted(ActorRef<?> actor) {
        live.incrementAndGet();
    }

    @Override
    public void actorStopped(ActorRef<?> actor) {
        live.decrementAndGet();
    }

    @Override
    public void actorRestarted(ActorRef<?> actor, Throwable cause) {
        restarts.increment();
    }

    @Override
    public void actorFailed(ActorRef<?> actor, Throwable cause) {
        failures.increment();
    }

    @Override
    public void deadLetter(DeadLetter letter) {
        deadLetters.increment();
    }
}
