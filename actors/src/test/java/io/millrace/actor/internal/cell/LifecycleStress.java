// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorContext;
import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.fixture.RacingSystem;
import io.millrace.actor.time.Cancellable;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZI_Result;

/**
 * Races at the end of an actor: it ends once, each of its lives ends once, and each message is processed or becomes a
 * dead letter, once.
 */
public final class LifecycleStress {

    /** Without a stack trace: it is thrown some million times. */
    private static final Exception FAILURE =
            new Exception("on purpose", null, false, false) {
                private static final long serialVersionUID = 1L;
            };

    private LifecycleStress() {}

    /** Fails on the message "fail" and counts others; each of its lives may have a child. */
    private static final class Fragile implements io.millrace.actor.Actor<String> {
        private final Counts counts;
        private final boolean hasChild;

        Fragile(Counts counts, boolean hasChild) {
            this.counts = counts;
            this.hasChild = hasChild;
        }

        @Override
        public void started(ActorContext<String> context) {
            counts.livesOpen.incrementAndGet();
            if (hasChild) {
                context.spawn(Props.of(() -> new Fragile(counts, false)), "child");
            }
        }

        @Override
        public void receive(String message, ActorContext<String> context) throws Exception {
            counts.processed.incrementAndGet();
            if (message.equals("fail")) {
                throw FAILURE;
            }
        }

        @Override
        public void restarting(Throwable cause, ActorContext<String> context) {
            counts.livesOpen.decrementAndGet();
        }

        @Override
        public void stopping(ActorContext<String> context) {
            counts.stopping.incrementAndGet();
        }

        @Override
        public void stopped(ActorContext<String> context) {
            counts.livesOpen.decrementAndGet();
        }
    }

    private static final class Counts {
        final AtomicInteger livesOpen = new AtomicInteger();
        final AtomicInteger stopping = new AtomicInteger();
        final AtomicInteger processed = new AtomicInteger();
    }

    /**
     * An actor is stopped while it fails and waits for its parent's decision. Results: ends, lives still open,
     * messages, restarts.
     */
    @JCStressTest
    @Outcome(id = "1, 0, 2, 0", expect = Expect.ACCEPTABLE, desc = "ended in its first life")
    @Outcome(id = "1, 0, 2, 1", expect = Expect.ACCEPTABLE, desc = "ended in its second life")
    @State
    public static class FailureMeetsStop {
        private final RacingSystem system = new RacingSystem();
        private final Counts counts = new Counts();
        private final ActorRef<String> actor =
                system.spawn(Props.of(() -> new Fragile(counts, false)), "a");

        @Actor
        public void sender() {
            actor.tell("fail");
            system.tellAndRun(actor, "more");
        }

        @Actor
        public void stopper() {
            system.stopAndRun(actor);
        }

        @Arbiter
        public void end(IIII_Result result) {
            system.tasks.runAll();
            result.r1 = system.stopped.get();
            result.r2 = counts.livesOpen.get();
            result.r3 = counts.processed.get() + system.deadLetters.get();
            result.r4 = system.restarted.get();
        }
    }

    /**
     * An actor is stopped while its restart waits for the end of its child. Results: actors not ended, lives still
     * open, messages, restarts.
     */
    @JCStressTest
    @Outcome(id = "0, 0, 2, 0", expect = Expect.ACCEPTABLE, desc = "stopped before the restart")
    @Outcome(
            id = "0, 0, 2, 1",
            expect = Expect.ACCEPTABLE,
            desc = "stopped while it restarted or after")
    @State
    public static class RestartMeetsStop {
        private final RacingSystem system = new RacingSystem();
        private final Counts counts = new Counts();
        private final ActorRef<String> actor =
                system.spawn(Props.of(() -> new Fragile(counts, true)), "a");

        @Actor
        public void sender() {
            actor.tell("fail");
            system.tellAndRun(actor, "more");
        }

        @Actor
        public void stopper() {
            system.tasks.runAll();
            system.stopAndRun(actor);
        }

        @Arbiter
        public void end(IIII_Result result) {
            system.tasks.runAll();
            result.r1 = system.started.get() - system.stopped.get();
            result.r2 = counts.livesOpen.get();
            result.r3 = counts.processed.get() + system.deadLetters.get();
            result.r4 = system.restarted.get();
        }
    }

    /** A parent is stopped while it decides on the failure of its child. Results: as above. */
    @JCStressTest
    @Outcome(id = "0, 0, 2, 0", expect = Expect.ACCEPTABLE, desc = "the child was not restarted")
    @Outcome(id = "0, 0, 2, 1", expect = Expect.ACCEPTABLE, desc = "the child was restarted before")
    @State
    public static class ChildFailureMeetsStop {
        private final RacingSystem system = new RacingSystem();
        private final Counts counts = new Counts();

        @SuppressWarnings("NullAway.Init") // the parent sets it when it starts, in the constructor
        private ActorRef<String> child;

        private final ActorRef<String> parent =
                system.spawn(
                        Props.of(() ->
                                new io.millrace.actor.Actor<>() {
                                    @Override
                                    public void started(ActorContext<String> context) {
                                        child =
                                                context.spawn(
                                                        Props.of(() -> new Fragile(counts, false)));
                                    }

                                    @Override
                                    public void receive(
                                            String message, ActorContext<String> context) {}
                                }),
                        "parent");

        @Actor
        public void sender() {
            child.tell("fail");
            system.tellAndRun(child, "more");
        }

        @Actor
        public void stopper() {
            system.stopAndRun(parent);
        }

        @Arbiter
        public void end(IIII_Result result) {
            system.tasks.runAll();
            result.r1 = system.started.get() - system.stopped.get();
            result.r2 = counts.livesOpen.get();
            result.r3 = counts.processed.get() + system.deadLetters.get();
            result.r4 = system.restarted.get();
        }
    }

    /**
     * An actor that is stopped twice ends once, even if the second stop arrives while it waits for its child.
     * Results: actors not ended, lives still open, calls of {@code stopping}.
     */
    @JCStressTest
    @Outcome(
            id = "0, 0, 2",
            expect = Expect.ACCEPTABLE,
            desc = "the actor and its child, once each")
    @State
    public static class StopMeetsStop {
        private final RacingSystem system = new RacingSystem();
        private final Counts counts = new Counts();
        private final ActorRef<String> actor =
                system.spawn(Props.of(() -> new Fragile(counts, true)), "a");

        @Actor
        public void first() {
            system.stopAndRun(actor);
        }

        @Actor
        public void second() {
            system.stopAndRun(actor);
        }

        @Arbiter
        public void end(III_Result result) {
            system.tasks.runAll();
            result.r1 = system.started.get() - system.stopped.get();
            result.r2 = counts.livesOpen.get();
            result.r3 = counts.stopping.get();
        }
    }

    /**
     * A stage completes while the actor that waits for it ends: the continuation either runs or becomes a dead letter.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "ran")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "came too late")
    @State
    public static class ContinuationMeetsStop {
        private final RacingSystem system = new RacingSystem();
        private final AtomicInteger ran = new AtomicInteger();
        private final CompletableFuture<String> work = new CompletableFuture<>();
        private final ActorRef<String> actor =
                system.spawn(
                        Props.of(() ->
                                (_, context) ->
                                        context.reenter(work, (_, _) -> ran.incrementAndGet())),
                        "a");

        public ContinuationMeetsStop() {
            system.tellAndRun(actor, "begin");
        }

        @Actor
        public void worker() {
            work.complete("done");
            system.tasks.runAll();
        }

        @Actor
        public void stopper() {
            system.stopAndRun(actor);
        }

        @Arbiter
        public void end(II_Result result) {
            system.tasks.runAll();
            result.r1 = ran.get();
            result.r2 = system.deadLetters.get();
        }
    }

    /** A timer is cancelled while it is due: either the cancellation is in time, or the message arrives. */
    @JCStressTest
    @Outcome(id = "true, 0", expect = Expect.ACCEPTABLE, desc = "called off")
    @Outcome(id = "false, 1", expect = Expect.ACCEPTABLE, desc = "came")
    @State
    public static class TimerMeetsCancel {
        private static final Duration DELAY = Duration.ofSeconds(1);

        private final RacingSystem system = new RacingSystem();
        private final AtomicInteger came = new AtomicInteger();

        @SuppressWarnings("NullAway.Init") // the actor sets it in the constructor
        private Cancellable timer;

        public TimerMeetsCancel() {
            ActorRef<String> actor =
                    system.spawn(
                            Props.of(() ->
                                    (message, context) -> {
                                        if (message.equals("begin")) {
                                            timer = context.schedule(DELAY, "due");
                                        } else {
                                            came.incrementAndGet();
                                        }
                                    }),
                            "a");
            system.tellAndRun(actor, "begin");
        }

        @Actor
        public void time() {
            system.time.advance(DELAY);
        }

        @Actor
        public void canceller(ZI_Result result) {
            result.r1 = timer.cancel();
        }

        @Arbiter
        public void end(ZI_Result result) {
            system.tasks.runAll();
            result.r2 = came.get();
        }
    }
}
