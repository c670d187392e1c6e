// SPDX-License-Identifier: Apache-2.0
package io.millrace.actor.internal.cell;

import io.millrace.actor.ActorHost;
import io.millrace.actor.UndeliveredMessage;
import io.millrace.actor.dispatcher.Dispatcher;
import io.millrace.actor.time.Scheduler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * What all cells of one actor system share: dispatcher, scheduler, listener, dead letters, and how far its end has
 * come.
 */
public final class SystemServices {

    private final ActorHost host;
    private final Dispatcher dispatcher;
    private final Scheduler scheduler;
    private final LifecycleListener listener;
    private final Consumer<UndeliveredMessage> deadLetters;
    private final int timedRuns;
    private final AtomicLong activity = new AtomicLong();
    private final CountDownLatch rootEnded = new CountDownLatch(1);
    private volatile boolean closedToOutside;

    /**
     * @param host the system as its actors see it
     * @param timedRuns how many runs of mailboxes are timed: 0 for none, n for about one of n
     */
    public SystemServices(
            ActorHost host,
            Dispatcher dispatcher,
            Scheduler scheduler,
            LifecycleListener listener,
            Consumer<UndeliveredMessage> deadLetters,
            int timedRuns) {
        this.host = host;
        this.dispatcher = dispatcher;
        this.scheduler = scheduler;
        this.listener = listener;
        this.deadLetters = deadLetters;
        this.timedRuns = timedRuns;
    }

    /** The dispatcher of actors that name no other. */
    public Dispatcher dispatcher() {
        return dispatcher;
    }

    /** The clock and the timers. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** Refuses messages from threads that run no actor, from now on. */
    public void closeToOutside() {
        closedToOutside = true;
    }

    /** True if messages from threads that run no actor are refused. */
    public boolean isClosedToOutside() {
        return closedToOutside;
    }

    /** A number that changes when a mailbox begins or ends a run, once the system is closed to the outside. */
    public long activity() {
        return activity.get();
    }

    /** True if all actors have ended. */
    public boolean hasEnded() {
        return rootEnded.getCount() == 0;
    }

    /** Waits until all actors have ended; returns false if they have not in the given time. */
    public boolean awaitEnd(long nanos) throws InterruptedException {
        return rootEnded.await(nanos, TimeUnit.NANOSECONDS);
    }

    ActorHost host() {
        return host;
    }

    LifecycleListener listener() {
        return listener;
    }

    void deadLetter(UndeliveredMessage letter) {
        deadLetters.accept(letter);
    }

    /** True if the run of a mailbox that now begins is to be timed. */
    boolean timesRun() {
        return timedRuns > 0
                && (timedRuns == 1 || ThreadLocalRandom.current().nextInt(timedRuns) == 0);
    }

    /** Notes that a mailbox begins or ends a run. Counted only while a shutdown may read it. */
    void noteRun() {
        if (closedToOutside) {
            activity.incrementAndGet();
        }
    }

    void rootEnded() {
        rootEnded.countDown();
    }
}
