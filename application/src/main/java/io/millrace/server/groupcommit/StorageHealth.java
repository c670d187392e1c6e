// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.groupcommit;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the database is there, as those see it who work with it. It is away as long as anybody waits for it. Safe for
 * use by many threads.
 */
public final class StorageHealth {

    private static final Logger log = LoggerFactory.getLogger(StorageHealth.class);

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private int waiting;
    private volatile boolean available = true;

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

    /** One piece of work that may have to wait. Begins and ends to wait once, whoever says so first. */
    final class Waiting {

        private enum State {
            NOT_YET,
            WAITING,
            OVER
        }

        private State state = State.NOT_YET;

        /** The work waits for the database. */
        synchronized void begin(String reason) {
            if (state == State.NOT_YET) {
                state = State.WAITING;
                beginWaiting(reason);
            }
        }

        /** The work is done, or will never be. */
        synchronized void end() {
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
                log.warn("Database is away, reads and writes wait for it: {}", reason);
                change(false);
            }
        }
    }

    private void endWaiting() {
        synchronized (lock) {
            waiting--;
            if (waiting == 0) {
                log.info("Database is back");
                change(true);
            }
        }
    }

    private void change(boolean now) {
        available = now;
        listeners.forEach(listener -> listener.changed(now));
    }
}
