// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.fixture.RacingSystem;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Races between watching an actor and its end. */
public final class WatchStress {

    private WatchStress() {}

    /** Watches and unwatches on request, and counts the calls of {@code terminated}. */
    private static final class Watcher implements io.millrace.actor.Actor<String> {
        private final ActorRef<String> watched;
        private final AtomicInteger told;
        private final AtomicInteger toldTooMuch;
        private boolean watching;

        Watcher(ActorRef<String> watched, AtomicInteger told, AtomicInteger toldTooMuch) {
            this.watched = watched;
            this.told = told;
            this.toldTooMuch = toldTooMuch;
        }

        @Override
        public void receive(String message, ActorContext<String> context) {
            watching = message.equals("watch");
            if (watching) {
                context.watch(watched);
            } else {
                context.unwatch(watched);
            }
        }

        @Override
        public void terminated(ActorRef<?> ended, ActorContext<String> context) {
            told.incrementAndGet();
            if (!watching) {
                toldTooMuch.incrementAndGet();
            }
        }
    }

    /** An actor that begins to watch while the other ends is notified of the end once. */
    @JCStressTest
    @Outcome(id = "1", expect = Expect.ACCEPTABLE, desc = "told once")
    @State
    public static class WatchMeetsEnd {
        private final RacingSystem system = new RacingSystem();
        private final AtomicInteger told = new AtomicInteger();
        private final ActorRef<String> watched = system.spawn(Props.of(() -> (_, _) -> {}), "a");
        private final ActorRef<String> watcher =
                system.spawn(Props.of(() -> new Watcher(watched, told, new AtomicInteger())), "b");

        @Actor
        public void watcher() {
            system.tellAndRun(watcher, "watch");
        }

        @Actor
        public void stopper() {
            system.stopAndRun(watched);
        }

        @Arbiter
        public void end(I_Result result) {
            system.tasks.runAll();
            result.r1 = told.get();
        }
    }

    /** An actor that stops watching while the other ends is notified before that or not at all. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "told before")
    @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "not told")
    @State
    public static class UnwatchMeetsEnd {
        private final RacingSystem system = new RacingSystem();
        private final AtomicInteger told = new AtomicInteger();
        private final AtomicInteger toldTooMuch = new AtomicInteger();
        private final ActorRef<String> watched = system.spawn(Props.of(() -> (_, _) -> {}), "a");
        private final ActorRef<String> watcher =
                system.spawn(Props.of(() -> new Watcher(watched, told, toldTooMuch)), "b");

        public UnwatchMeetsEnd() {
            system.tellAndRun(watcher, "watch");
        }

        @Actor
        public void watcher() {
            system.tellAndRun(watcher, "unwatch");
        }

        @Actor
        public void stopper() {
            system.stopAndRun(watched);
        }

        @Arbiter
        public void end(II_Result result) {
            system.tasks.runAll();
            result.r1 = told.get();
            result.r2 = toldTooMuch.get();
        }
    }
}
