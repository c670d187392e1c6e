// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.mailbox;

import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.fixture.HeldTasks;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import org.openjdk.jcstress.infra.results.LI_Result;

/**
 * Races between senders and the thread that runs a mailbox. The arbiter runs the submitted tasks that have not run
 * yet.
 */
public final class MailboxStress {

    private static final String START = "Start";
    private static final String STOP = "Stop";
    private static final String SUSPEND = "Suspend";
    private static final String RESUME = "Resume";

    private MailboxStress() {}

    /** Acts as an actor would, and counts. The fields are plain: the mailbox alone orders the writes to them. */
    private static class Owner implements MailboxOwner<String> {
        final HeldTasks tasks = new HeldTasks();
        final AtomicInteger undelivered = new AtomicInteger();
        final Mailbox<String> mailbox = new Mailbox<>(this, new LinkedQueue(), START);
        final StringBuilder handled = new StringBuilder();
        int processed;
        int processedWhileSuspended;
        private boolean suspended;

        /** Handles the first system message, and lets the mailbox go idle. */
        Owner started() {
            mailbox.start();
            tasks.runAll();
            return this;
        }

        @Override
        public void handle(String message) {
            handled.append(message).append(' ');
            if (message.equals(SUSPEND)) {
                suspended = true;
                mailbox.suspend();
            } else if (message.equals(RESUME)) {
                suspended = false;
                mailbox.resume();
            } else if (message.equals(STOP)) {
                mailbox.close();
                mailbox.closeSystem();
            }
        }

        @Override
        public void process(Object entry) {
            processed++;
            if (suspended) {
                processedWhileSuspended++;
            }
        }

        @Override
        public void undelivered(Object entry, UndeliveredMessage.Reason reason) {
            undelivered.incrementAndGet();
        }

        @Override
        public void runBy(@Nullable Thread thread) {}

        @Override
        public Dispatcher dispatcher() {
            return tasks;
        }

        @Override
        public Dispatcher fallback() {
            return tasks;
        }

        @Override
        public long nanoTime() {
            return 0;
        }
    }

    /** No wake-up is lost: a message that arrives while the mailbox goes idle is processed, once. */
    @JCStressTest
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "the run that was going on had it")
    @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "it woke the mailbox up")
    @State
    public static class MessageMeetsIdle {
        private final Owner owner = new Owner();

        public MessageMeetsIdle() {
            owner.mailbox.start();
        }

        @Actor
        public void runner() {
            owner.tasks.runAll();
        }

        @Actor
        public void sender() {
            owner.mailbox.offer("message");
        }

        @Arbiter
        public void end(II_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.processed;
            result.r2 = owner.tasks.submitted();
        }
    }

    /** The same for a system message. */
    @JCStressTest
    @Outcome(id = "Start Suspend , 1", expect = Expect.ACCEPTABLE, desc = "the run had it")
    @Outcome(id = "Start Suspend , 2", expect = Expect.ACCEPTABLE, desc = "it woke the mailbox up")
    @State
    public static class SystemMessageMeetsIdle {
        private final Owner owner = new Owner();

        public SystemMessageMeetsIdle() {
            owner.mailbox.start();
        }

        @Actor
        public void runner() {
            owner.tasks.runAll();
        }

        @Actor
        public void sender() {
            owner.mailbox.send(SUSPEND);
        }

        @Arbiter
        public void end(LI_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.handled.toString();
            result.r2 = owner.tasks.submitted();
        }
    }

    /** System messages of one sender are handled in their order, each once, at any point of the run. */
    @JCStressTest
    @Outcome(
            id = {
                "Start Suspend Resume , 1",
                "Start Suspend Resume , 2",
                "Start Suspend Resume , 3"
            },
            expect = Expect.ACCEPTABLE,
            desc = "in order")
    @State
    public static class SystemMessagesMeetRun {
        private final Owner owner = new Owner();

        public SystemMessagesMeetRun() {
            owner.mailbox.start();
        }

        @Actor
        public void runner() {
            owner.tasks.runAll();
        }

        @Actor
        public void sender() {
            owner.mailbox.send(SUSPEND);
            owner.mailbox.send(RESUME);
        }

        @Arbiter
        public void end(LI_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.handled.toString();
            result.r2 = owner.tasks.submitted();
        }
    }

    /** Two senders wake an idle mailbox once, so no two threads run it; both messages are processed. */
    @JCStressTest
    @Outcome(id = "2, 2", expect = Expect.ACCEPTABLE, desc = "one run, after that of the start")
    @State
    public static class TwoSendersMeetIdle {
        private final Owner owner = new Owner().started();

        @Actor
        public void first() {
            owner.mailbox.offer(1);
        }

        @Actor
        public void second() {
            owner.mailbox.offer(2);
        }

        @Arbiter
        public void end(II_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.processed;
            result.r2 = owner.tasks.submitted();
        }
    }

    /** Two threads send and run: each run sees the writes of the former one, so the plain counter is exact. */
    @JCStressTest
    @Outcome(id = "4", expect = Expect.ACCEPTABLE, desc = "every increment counts")
    @State
    public static class RunsFollowOneAnother {
        private final Owner owner = new Owner().started();

        @Actor
        public void first() {
            sendAndRun();
        }

        @Actor
        public void second() {
            sendAndRun();
        }

        private void sendAndRun() {
            owner.mailbox.offer(1);
            owner.tasks.runAll();
            owner.mailbox.offer(2);
            owner.tasks.runAll();
        }

        @Arbiter
        public void end(I_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.processed;
        }
    }

    /** A message to a suspended mailbox wakes no thread; so the run that resumes must see it. */
    @JCStressTest
    @Outcome(
            id = "1, 0",
            expect = Expect.ACCEPTABLE,
            desc = "processed after the end of the suspension")
    @State
    public static class MessageMeetsResume {
        private final Owner owner = new Owner().started();

        public MessageMeetsResume() {
            owner.mailbox.send(SUSPEND);
            owner.tasks.runAll();
        }

        @Actor
        public void runner() {
            owner.mailbox.send(RESUME);
            owner.tasks.runAll();
        }

        @Actor
        public void sender() {
            owner.mailbox.offer("message");
        }

        @Arbiter
        public void end(II_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.processed;
            result.r2 = owner.processedWhileSuspended;
        }
    }

    /** A message that arrives during a suspension is processed before it or kept until its end. */
    @JCStressTest
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "kept")
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "processed before")
    @State
    public static class MessageMeetsSuspend {
        private final Owner owner = new Owner().started();

        @Actor
        public void suspender() {
            owner.mailbox.send(SUSPEND);
            owner.tasks.runAll();
        }

        @Actor
        public void sender() {
            owner.mailbox.offer("message");
            owner.tasks.runAll();
        }

        @Arbiter
        public void end(III_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.processed;
            owner.mailbox.send(RESUME);
            owner.tasks.runAll();
            result.r2 = owner.processed;
            result.r3 = owner.processedWhileSuspended;
        }
    }

    /**
     * A message that arrives at the end of the mailbox is processed, given back from the queue, or refused: one of the
     * three.
     */
    @JCStressTest
    @Outcome(id = "1, 0, 0", expect = Expect.ACCEPTABLE, desc = "processed")
    @Outcome(id = "0, 1, 0", expect = Expect.ACCEPTABLE, desc = "given back")
    @Outcome(id = "0, 0, 1", expect = Expect.ACCEPTABLE, desc = "refused")
    @State
    public static class MessageMeetsClose {
        private final Owner owner = new Owner().started();

        @Actor
        public void stopper() {
            owner.mailbox.send(STOP);
            owner.tasks.runAll();
        }

        @Actor
        public void sender(III_Result result) {
            result.r3 = owner.mailbox.offer("message") == null ? 0 : 1;
            owner.tasks.runAll();
        }

        @Arbiter
        public void end(III_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.processed;
            result.r2 = owner.undelivered.get();
        }
    }

    /** A system message that arrives at the end is either handled or refused. */
    @JCStressTest
    @Outcome(
            id = "Start Stop Suspend , 1",
            expect = Expect.ACCEPTABLE,
            desc = "handled after the end")
    @Outcome(id = "Start Suspend Stop , 1", expect = Expect.ACCEPTABLE, desc = "handled before")
    @Outcome(id = "Start Stop , 0", expect = Expect.ACCEPTABLE, desc = "refused")
    @State
    public static class SystemMessageMeetsClose {
        private final Owner owner = new Owner().started();

        @Actor
        public void stopper() {
            owner.mailbox.send(STOP);
            owner.tasks.runAll();
        }

        @Actor
        public void sender(LI_Result result) {
            result.r2 = owner.mailbox.send(SUSPEND) ? 1 : 0;
            owner.tasks.runAll();
        }

        @Arbiter
        public void end(LI_Result result) {
            owner.tasks.runAll();
            result.r1 = owner.handled.toString();
        }
    }

    /**
     * Once the dispatchers have ended no thread runs the mailbox: the senders themselves give the messages back, each
     * once.
     */
    @JCStressTest
    @Outcome(id = "2, 0", expect = Expect.ACCEPTABLE, desc = "both given back from the queue")
    @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "one given back, one refused")
    @State
    public static class TwoSendersMeetEndOfDispatchers {
        private final Owner owner = new Stranded().started();
        private final AtomicInteger refused = new AtomicInteger();

        @Actor
        public void first() {
            offer(1);
        }

        @Actor
        public void second() {
            offer(2);
        }

        private void offer(Object message) {
            if (owner.mailbox.offer(message) != null) {
                refused.incrementAndGet();
            }
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 = owner.undelivered.get();
            result.r2 = refused.get();
        }
    }

    /** An owner whose dispatchers take only the first task. */
    private static final class Stranded extends Owner {
        @Override
        public Dispatcher dispatcher() {
            return tasks.submitted() == 0 ? tasks : Stranded::refuse;
        }

        @Override
        public Dispatcher fallback() {
            return dispatcher();
        }

        private static void refuse(Runnable task) {
            throw new RejectedExecutionException();
        }
    }
}
