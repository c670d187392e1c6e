// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database is there, as those see it who work with it. It is away as long as anybody waits for it. Safe for
 * use by many threads.
 */
public final class StorageHealth {

    private static final Logger log = LoggerFactory.getLogger(StorageHealth.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final ScheduledThreadPoolExecutor ALARMS = alarms();

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private int waiting;
    private volatile boolean available = true;

    /** A thread of its own: it times every access to the database, each with its own deadline. */
    private static ScheduledThreadPoolExecutor alarms() {
        ScheduledThreadPoolExecutor alarms =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("storage-watch").factory());
        alarms.setRemoveOnCancelPolicy(true);
        return alarms;
    }

    /** Told of every change, in order, on the thread that noticed it; must not block. */
    @FunctionalInterface
    public interface Listener {
        void changed(boolean available);
    }

    /** False while somebody waits for the database to come back. */
    public boolean isAvailable() {
        return available;
    }

    /** Adds a listener; it hears of changes from now on. */
    public void onChange(Listener listener) {
        listeners.add(listener);
    }

    /**
     * Watches over one piece of work with the database, until it is closed. A database that has given no answer for two
     * seconds counts as away: one that hangs says nothing, and a pool without connections waits long before it does.
     */
    public Watch watch() {
        return new Watch();
    }

    /** See {@link #watch}. Safe for use by many threads. */
    public final class Watch implements AutoCloseable {

        private enum State {
            QUIET,
            WAITING,
            OVER
        }

        private final ScheduledFuture<?> alarm =
                ALARMS.schedule(
                        () -> away("no answer within " + PATIENCE.toSeconds() + " s"),
                        PATIENCE.toMillis(),
                        TimeUnit.MILLISECONDS);
        private State state = State.QUIET;

        private Watch() {}

        /** The work waits for the database, for a reason that people can read. */
        public synchronized void away(String reason) {
            if (state == State.QUIET) {
                state = State.WAITING;
                beginWaiting(reason);
            }
        }

        /** The work is done, or will never be. */
        @Override
        public synchronized void close() {
            alarm.cancel(false);
            if (state == State.WAITING) {
                endWaiting();
            }
            state = State.OVER;
        }
    }

    private void beginWaiting(String reason) {
        synchronized (lock) {
            waiting++;
            if (waiting == 1) {
                log.warn("Database is unavailable; reads and writes wait: {}", reason);
                change(false);
            }
        }
    }

    private void endWaiting() {
        synchronized (lock) {
            waiting--;
            if (waiting == 0) {
                log.info("Database is available again");
                change(true);
            }
        }
    }

    private void change(boolean now) {
        available = now;
        listeners.forEach(listener -> listener.changed(now));
    }
}
