// SPDX-License-Identifier: Apache-2.0
package io.millrace.queue.lane;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that calls the sweeps of an engine: at short intervals while deliveries are in flight, seldom while none is. An
 * idle engine then wakes no core twenty times a second.
 */
final class Sweeper {

    static final String THREAD_NAME = "queue-sweeper";

    /**
     * How many sweeps in a row must find nothing in flight before the thread rests. Until then the measured paces of tenants
     * have fallen to nothing.
     */
    static final int QUIET_SWEEPS = 40;

    private static final Logger log = LoggerFactory.getLogger(Sweeper.class);

    private final Work work;
    private final Duration interval;
    private final Duration rest;
    private volatile boolean resting;
    private volatile boolean stopped;
    private volatile @Nullable Thread thread;

    /** What is swept. */
    interface Work {

        void sweep();

        /** True if no delivery is in flight. One that begins after this look must call {@link Sweeper#wake}. */
        boolean isQuiet();

        /** Called after a sweep has failed. The next one follows as usual. */
        void failed();
    }

    /**
     * @param interval time between two sweeps while deliveries are in flight
     * @param rest the same while none is
     */
    Sweeper(Work work, Duration interval, Duration rest) {
        this.work = work;
        this.interval = interval;
        this.rest = rest;
    }

    void start() {
        Thread sweeping =
                Thread.ofPlatform().daemon().name(THREAD_NAME).unstarted(this::sweepUntilStopped);
        thread = sweeping; // before it can rest, so that it can be woken
        sweeping.start();
    }

    /** Ends a rest; must be called whenever there may be something to sweep. Costs nothing while there is no rest. */
    void wake() {
        if (resting) {
            resting = false;
            unpark();
        }
    }

    boolean isResting() {
        return resting;
    }

    /** Starts no more sweeps; one that is in progress may still run after this. */
    void stop() {
        stopped = true;
        unpark();
    }

    private void unpark() {
        Thread running = thread;
        if (running != null) {
            LockSupport.unpark(running);
        }
    }

    private void sweepUntilStopped() {
        int quiet = 0;
        while (!stopped) {
            if (quiet < QUIET_SWEEPS) {
                LockSupport.parkNanos(interval.toNanos());
            } else {
                rest();
            }
            try {
                work.sweep();
            } catch (RuntimeException e) {
                // Without sweeps no deadline would ever pass. The next sweep may succeed.
                log.error("Queue sweep failed; retrying at the next interval", e);
                work.failed();
            }
            quiet = work.isQuiet() ? Math.min(quiet + 1, QUIET_SWEEPS) : 0;
        }
    }

    private void rest() {
        resting = true;
        // A delivery that begins after this look finds the thread resting, and wakes it.
        if (work.isQuiet()) {
            LockSupport.parkNanos(rest.toNanos());
        }
        resting = false;
    }
}
