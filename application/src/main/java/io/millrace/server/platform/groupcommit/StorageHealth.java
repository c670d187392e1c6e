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
 * The availability of the database, as its users observe it. The database counts as unavailable while at least one
 * caller waits for it. Thread-safe.
 */
public final class StorageHealth {

    private static final Logger log = LoggerFactory.getLogger(StorageHealth.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final ScheduledThreadPoolExecutor ALARMS = alarms();

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private int waiting;
    private volatile boolean available = true;

    /** One dedicated thread: it checks the deadline of every access to the database. */
    private static ScheduledThreadPoolExecutor alarms() {
        ScheduledThreadPoolExecutor alarms =
                new ScheduledThreadPoolExecutor(
                        1, Thread.ofPlatform().daemon().name("storage-watch").factory());
        alarms.setRemoveOnCancelPolicy(true);
        return alarms;
    }

    /** Called on every change, in order, on the thread that detected it. Must not block. */
    @FunctionalInterface
    public interface Listener {
        void changed(boolean available);
    }

    /** False while at least one caller waits for the database. */
    public boolean isAvailable() {
        return available;
    }

    /** Adds a listener for future changes. */
    public void onChange(Listener listener) {
        listeners.add(listener);
    }

    /**
     * Starts to watch one access to the database; close the watch when the access ends. A database that has not
     * answered for two seconds counts as unavailable: a hanging server reports no error, and an exhausted connection
     * pool reports one much later.
     */
    public Watch watch() {
        return new Watch();
    }

    /** One watched access to the database; see {@link #watch}. Thread-safe. */
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

        /** Reports that the access waits for the database. The reason appears in the log. */
        public synchronized void away(String reason) {
            if (state == State.QUIET) {
                state = State.WAITING;
                beginWaiting(reason);
            }
        }

        /** Ends the watch: the access has succeeded or was given up. */
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
                log.warn(
                        "Database is unavailable; reads and writes wait until it is back: {}",
                        reason);
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
