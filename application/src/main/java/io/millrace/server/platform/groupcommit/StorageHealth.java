// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.groupcommit;

import io.millrace.server.platform.periodic.TaskFailures;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The availability of the database, as its users observe it. The database counts as unavailable while at least one
 * caller waits for it, or its disk is full. Thread-safe.
 */
public final class StorageHealth {

    private static final Logger log = LoggerFactory.getLogger(StorageHealth.class);

    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(250);

    /** Accesses that have not ended. An alarm for each would wake a thread for each transaction. */
    private static final Set<Watch> OPEN = ConcurrentHashMap.newKeySet();

    static {
        // A thread of its own: it checks every access to the database, so it must not wait for one.
        Thread.ofPlatform().daemon().name("storage-watch").start(StorageHealth::lookForLateOnes);
    }

    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private int waiting;
    private int refusedForRoom;
    private @Nullable String refusal;
    private @Nullable String full;
    private volatile boolean available = true;

    private static void lookForLateOnes() {
        while (true) {
            // An access that begins later is not late before the patience is over.
            LockSupport.parkNanos((OPEN.isEmpty() ? PATIENCE : LOOK_INTERVAL).toNanos());
            try {
                OPEN.forEach(Watch::look);
            } catch (RuntimeException e) {
                log.error("Cannot check the accesses to the database; trying again", e);
                TaskFailures.count("storage-watch");
            }
        }
    }

    /** Called on every change, in order, on the thread that detected it. Must not block. */
    @FunctionalInterface
    public interface Listener {
        void changed(boolean available);
    }

    /** False while at least one caller waits for the database, or its disk is full. */
    public boolean isAvailable() {
        return available;
    }

    /** Says in a few words that the disk is full, such as "full, 123 bytes free"; empty if it is not. */
    public Optional<String> full() {
        synchronized (lock) {
            return Optional.ofNullable(
                    full != null || refusal == null
                            ? full
                            : "full, as the database says: " + refusal);
        }
    }

    /**
     * Says that the disk of the database is nearly full: {@linkplain #awaitRoom writes wait} from now on.
     *
     * @param words a few words for operators, such as "full, 123 bytes free"; a later call may renew them
     */
    public void diskIsFull(String words) {
        synchronized (lock) {
            full = words;
            update();
        }
    }

    /** Says that the disk has room again. */
    public void diskHasRoom() {
        synchronized (lock) {
            full = null;
            lock.notifyAll();
            update();
        }
    }

    /** Waits while the disk is nearly full. Reads and deletions need not wait. */
    void awaitRoom() throws InterruptedException {
        if (available) {
            return;
        }
        synchronized (lock) {
            while (full != null) {
                lock.wait();
            }
        }
    }

    /** Adds a listener for future changes, and tells it at once if the database is unavailable now. */
    public void onChange(Listener listener) {
        synchronized (lock) {
            listeners.add(listener);
            if (!available) {
                listener.changed(false);
            }
        }
    }

    /**
     * Starts to watch one access to the database; close the watch when the access ends. A database that has not
     * answered for two seconds counts as unavailable: a hanging server reports no error, and an exhausted connection
     * pool reports one much later.
     */
    public Watch watch() {
        return new Watch(null);
    }

    /**
     * Starts to watch an access that may take long although the database is well, such as a query over many rows: while
     * another question is answered, the database counts as available.
     *
     * @param answers asks the database such a question; true if it was answered in time. Blocks
     */
    public Watch watch(BooleanSupplier answers) {
        return new Watch(answers);
    }

    /** One watched access to the database; see {@link #watch}. Thread-safe. */
    public final class Watch implements AutoCloseable {

        private enum State {
            QUIET,
            WAITING,
            OVER
        }

        private final @Nullable BooleanSupplier answers;

        /** When the access began, or the other question was asked last. */
        private long since = System.nanoTime();

        private State state = State.QUIET;
        private boolean refused;

        private Watch(@Nullable BooleanSupplier answers) {
            this.answers = answers;
            OPEN.add(this);
        }

        private void look() {
            BooleanSupplier asked = answers;
            if (!isLate()) {
                return;
            }
            if (asked == null) {
                hangs();
            } else {
                Thread.startVirtualThread(() -> ask(asked));
            }
        }

        /** True if nothing has been heard of the access for too long; then the time begins again. */
        private synchronized boolean isLate() {
            long now = System.nanoTime();
            boolean late = state == State.QUIET && now - since >= PATIENCE.toNanos();
            if (late) {
                since = now;
            }
            return late;
        }

        private void ask(BooleanSupplier asked) {
            if (!asked.getAsBoolean()) {
                hangs();
            }
        }

        private void hangs() {
            away("no answer within " + PATIENCE.toSeconds() + " s");
        }

        /** Reports that the access waits for the database. The reason appears in the log. */
        public synchronized void away(String reason) {
            if (state == State.QUIET) {
                state = State.WAITING;
                beginWaiting(reason);
            }
        }

        /** Reports that the access waits because the database has no room on its disk. */
        public synchronized void diskFull(String reason) {
            away(reason);
            if (state == State.WAITING && !refused) {
                refused = true;
                beginRefused(reason);
            }
        }

        /** Ends the watch: the access has succeeded or was given up. */
        @Override
        public synchronized void close() {
            OPEN.remove(this);
            if (refused) {
                endRefused();
                refused = false;
            }
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
                update();
            }
        }
    }

    private void beginRefused(String reason) {
        synchronized (lock) {
            refusedForRoom++;
            refusal = reason;
        }
    }

    private void endRefused() {
        synchronized (lock) {
            refusedForRoom--;
            if (refusedForRoom == 0) {
                refusal = null;
            }
        }
    }

    private void endWaiting() {
        synchronized (lock) {
            waiting--;
            if (waiting == 0) {
                log.info("Database is available again");
                update();
            }
        }
    }

    private void update() {
        boolean now = waiting == 0 && full == null;
        if (now != available) {
            available = now;
            listeners.forEach(listener -> listener.changed(now));
        }
    }
}
