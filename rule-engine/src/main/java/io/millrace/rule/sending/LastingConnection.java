// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.sending;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The connection of a node to another system: opened by its first use, and again by a use after it was lost. After a
 * failed attempt there is a pause, in which uses fail with the same reason. Safe for use by many threads; one of them
 * opens the connection while the others wait.
 */
public final class LastingConnection<C> implements AutoCloseable {

    static final Duration PAUSE = Duration.ofSeconds(1);

    /** Opens a connection; may block. */
    @FunctionalInterface
    public interface Opener<C> {

        C open() throws Exception;
    }

    /** Closes a connection without throwing. */
    @FunctionalInterface
    public interface Closer<C> {

        void close(C connection);
    }

    private final Opener<C> opener;
    private final Predicate<C> isOpen;
    private final Closer<C> closer;
    private final LongSupplier nanoTime;
    private final ReentrantLock lock = new ReentrantLock();
    private @Nullable C current;
    private @Nullable Exception failure;
    private long failedAt;
    private boolean closed;

    public LastingConnection(Opener<C> opener, Predicate<C> isOpen, Closer<C> closer) {
        this(opener, isOpen, closer, System::nanoTime);
    }

    LastingConnection(
            Opener<C> opener, Predicate<C> isOpen, Closer<C> closer, LongSupplier nanoTime) {
        this.opener = opener;
        this.isOpen = isOpen;
        this.closer = closer;
        this.nanoTime = nanoTime;
    }

    /**
     * Returns the open connection, opening it if there is none.
     *
     * @throws Exception if it cannot be opened
     */
    public C get() throws Exception {
        lock.lockInterruptibly();
        try {
            if (closed) {
                throw new IOException("the node was closed");
            }
            if (current != null && isOpen.test(current)) {
                return current;
            }
            discard();
            if (failure != null && nanoTime.getAsLong() - failedAt < PAUSE.toNanos()) {
                throw failure;
            }
            return opened();
        } finally {
            lock.unlock();
        }
    }

    private C opened() throws Exception {
        try {
            C connection = opener.open();
            current = connection;
            failure = null;
            return connection;
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            failure = e;
            failedAt = nanoTime.getAsLong();
            throw e;
        }
    }

    /** Closes a connection that no longer confirms; the next use opens another. */
    public void drop(C connection) {
        lock.lock();
        try {
            if (connection.equals(current)) {
                discard();
            }
        } finally {
            lock.unlock();
        }
    }

    private void discard() {
        if (current != null) {
            closer.close(current);
            current = null;
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            discard();
        } finally {
            lock.unlock();
        }
    }
}
