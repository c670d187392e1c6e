// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.ask;

import io.millrace.actor.ActorRef;
import io.millrace.actor.Props;
import io.millrace.actor.fixture.RacingSystem;
import io.millrace.actor.time.Cancellable;
import io.millrace.actor.time.ManualScheduler;
import io.millrace.actor.time.Scheduler;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LII_Result;

/**
 * Races at the end of a question: it ends once, and leaves neither a timer nor an entry behind. Results: how it
 * ended, timers left, entries left.
 */
public final class AskStress {

    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private AskStress() {}

    /** An actor that keeps the question until the test answers it, or answers at once. */
    private static class Question {
        final RacingSystem system = new RacingSystem();
        final Timers timers = new Timers();
        final PendingAsks asks = new PendingAsks(system.tasks, timers);
        final AtomicInteger ends = new AtomicInteger();
        volatile String end = "";
        private @Nullable Consumer<String> answer;
        private final ActorRef<Consumer<String>> actor;

        Question(boolean answersAtOnce) {
            actor =
                    system.spawn(
                            Props.of(() ->
                                    (question, _) -> {
                                        answer = question;
                                        if (answersAtOnce) {
                                            answer();
                                        }
                                    }),
                            "a");
        }

        void ask() {
            var _ =
                    asks.<String>ask(actor, future -> actor.offer(future::complete), TIMEOUT)
                            .handle((value, error) -> {
                                end =
                                        error == null
                                                ? value
                                                : nameOf(Objects.requireNonNull(error.getCause()));
                                return ends.incrementAndGet();
                            });
        }

        private static String nameOf(Throwable cause) {
            return switch (cause) {
                case TimeoutException _ -> "timeout";
                case RejectedExecutionException _ -> "rejected";
                default -> cause.toString();
            };
        }

        void answer() {
            Objects.requireNonNull(answer).accept("answer");
        }

        void report(LII_Result result) {
            system.tasks.runAll();
            result.r1 = ends.get() == 1 ? end : ends + " ends";
            result.r2 = timers.left.get();
            result.r3 = asks.waiting();
        }
    }

    /** A clock that counts the timers that have neither run nor been cancelled. */
    private static final class Timers implements Scheduler {
        private final ManualScheduler time = new ManualScheduler();
        private final AtomicInteger left = new AtomicInteger();

        @Override
        public long nanoTime() {
            return time.nanoTime();
        }

        @Override
        public Cancellable schedule(Duration delay, Runnable task) {
            left.incrementAndGet();
            Cancellable timer =
                    time.schedule(
                            delay,
                            () -> {
                                left.decrementAndGet();
                                task.run();
                            });
            return () -> {
                boolean inTime = timer.cancel();
                if (inTime) {
                    left.decrementAndGet();
                }
                return inTime;
            };
        }

        @Override
        public void close() {
            time.close();
        }
    }

    /** A question that is answered at its timeout ends by the answer or by the timeout. */
    @JCStressTest
    @Outcome(id = "answer, 0, 0", expect = Expect.ACCEPTABLE, desc = "the answer came first")
    @Outcome(id = "timeout, 0, 0", expect = Expect.ACCEPTABLE, desc = "the timeout came first")
    @State
    public static class AnswerMeetsTimeout {
        private final Question question = new Question(false);

        public AnswerMeetsTimeout() {
            question.ask();
            question.system.tasks.runAll();
        }

        @Actor
        public void actor() {
            question.answer();
        }

        @Actor
        public void time() {
            question.timers.time.advance(TIMEOUT);
            question.system.tasks.runAll();
        }

        @Arbiter
        public void end(LII_Result result) {
            question.report(result);
        }
    }

    /** An answer may arrive before the timer is set; the timer is cancelled nevertheless. */
    @JCStressTest
    @Outcome(id = "answer, 0, 0", expect = Expect.ACCEPTABLE, desc = "answered")
    @State
    public static class AnswerMeetsAsk {
        private final Question question = new Question(true);

        @Actor
        public void asker() {
            question.ask();
        }

        @Actor
        public void actor() {
            question.system.tasks.runAll();
        }

        @Arbiter
        public void end(LII_Result result) {
            question.report(result);
        }
    }

    /** A question asked while the system ends does not stay open, although no answer comes and no time passes. */
    @JCStressTest
    @Outcome(id = "rejected, 0, 0", expect = Expect.ACCEPTABLE, desc = "ended with the system")
    @State
    public static class AskMeetsClose {
        private final Question question = new Question(false);

        @Actor
        public void asker() {
            question.ask();
        }

        @Actor
        public void closer() {
            question.asks.close();
        }

        @Arbiter
        public void end(LII_Result result) {
            question.report(result);
        }
    }

    /** A question whose actor is stopped meanwhile is answered, refused, or ends by its timeout. */
    @JCStressTest
    @Outcome(id = "answer, 0, 0", expect = Expect.ACCEPTABLE, desc = "processed before the stop")
    @Outcome(id = "rejected, 0, 0", expect = Expect.ACCEPTABLE, desc = "refused")
    @Outcome(id = "timeout, 0, 0", expect = Expect.ACCEPTABLE, desc = "a dead letter")
    @State
    public static class AskMeetsStop {
        private final Question question = new Question(true);

        @Actor
        public void asker() {
            question.ask();
            question.system.tasks.runAll();
        }

        @Actor
        public void stopper() {
            question.system.stopAndRun(question.actor);
        }

        @Arbiter
        public void end(LII_Result result) {
            question.system.tasks.runAll();
            question.timers.time.advance(TIMEOUT);
            question.report(result);
        }
    }
}
