// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.ops.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.millrace.actor.ActorRef;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.system.ActorSystem;
import io.millrace.actor.system.ActorSystemListener;
import io.millrace.actor.system.SystemLoad;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Meters of the actor system: live actors, restarts, failures, run times. */
final class ActorMeters implements ActorSystemListener {

    /**
     * One of this many runs is timed, because reading the clock is expensive compared to a run of less than a
     * microsecond.
     */
    private static final int TIMED_RUNS = 64;

    private final AtomicInteger live = new AtomicInteger();
    private final Counter restarts;
    private final Counter failures;
    private final Counter deadLetters;
    private final Timer runs;
    private final MeterRegistry registry;

    ActorMeters(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("millrace.actors.live", live, AtomicInteger::get)
                .description("Actors that are running")
                .register(registry);
        restarts = counter(registry, "restarts", "Restarts of actors");
        failures = counter(registry, "failures", "Exceptions that actors did not handle");
        deadLetters = counter(registry, "dead.letters", "Messages that reached no actor");
        runs =
                Timer.builder("millrace.actors.run")
                        .description(
                                "Duration of an actor's run on a thread; one of %d runs is timed"
                                        .formatted(TIMED_RUNS))
                        .register(registry);
    }

    @Override
    public void systemStarted(ActorSystem system) {
        Supplier<SystemLoad> load = OncePerScrape.of(system::load);
        Gauge.builder("millrace.actors.waiting", () -> load.get().waiting())
                .description("Messages that wait in all mailboxes")
                .register(registry);
        Gauge.builder("millrace.actors.mailbox.deepest", () -> load.get().deepest())
                .description("Messages that wait in the fullest mailbox")
                .register(registry);
    }

    @Override
    public int timedRuns() {
        return TIMED_RUNS;
    }

    @Override
    public void ran(ActorRef<?> actor, int messages, long nanos) {
        runs.record(nanos, TimeUnit.NANOSECONDS);
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
    public void deadLetter(UndeliveredMessage letter) {
        deadLetters.increment();
    }
}
