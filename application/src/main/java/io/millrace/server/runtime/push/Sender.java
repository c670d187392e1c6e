// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.runtime.push;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the messages of one session: by one virtual thread at a time, which exists only while messages wait. The lock
 * guards the outbox. It is held while messages are added, never while a thread sends.
 */
final class Sender {

    private static final Logger log = LoggerFactory.getLogger(Sender.class);

    /** Updates of this time are sent together; a lone update does not wait. */
    private static final long PACE_MILLIS = 50;

    private static final String TOO_SLOW = "The client receives too slowly";

    private final Connection connection;
    private final Executor threads;
    private final PushMetrics metrics;
    private final SessionEnd session;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition roomOrEnd = lock.newCondition();
    private final Outbox outbox;
    private boolean sending;
    private boolean ended;

    /**
     * @param threads runs work that blocks, each on a thread of its own
     * @param session ends the session if the client cannot be reached
     */
    Sender(
            Connection connection,
            Outbox outbox,
            Executor threads,
            PushMetrics metrics,
            SessionEnd session) {
        this.connection = connection;
        this.outbox = outbox;
        this.threads = threads;
        this.metrics = metrics;
        this.session = session;
    }

    /**
     * Waits until earlier messages have been sent.
     *
     * @return false if the session has ended
     */
    boolean awaitRoom() {
        lock.lock();
        try {
            while (!ended && !outbox.hasRoom()) {
                roomOrEnd.await();
            }
            return !ended;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a message. */
    void reply(String frame) {
        add(outbox -> outbox.reply(frame));
        wake();
    }

    /**
     * Adds a message unless others wait. The caller continues with {@link #wake}.
     *
     * @return false if it was not added
     */
    boolean addIfNoneWaits(String frame) {
        lock.lock();
        try {
            if (ended || !outbox.isEmpty()) {
                return false;
            }
            outbox.reply(frame);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /** Changes what waits. The caller continues with {@link #wake} or {@link #wakeOrGiveUp}. */
    void add(Consumer<Outbox> addition) {
        lock.lock();
        try {
            if (!ended) {
                addition.accept(outbox);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Sends what waits. */
    void wake() {
        lock.lock();
        try {
            if (sending || ended || outbox.isEmpty()) {
                return;
            }
            sending = true;
        } finally {
            lock.unlock();
        }
        threads.execute(this::send);
    }

    /** Sends what waits, or ends the session if it is too much for the client. */
    void wakeOrGiveUp() {
        int conflated;
        boolean overflow;
        lock.lock();
        try {
            if (ended) {
                return;
            }
            conflated = outbox.takeConflated();
            overflow = outbox.overflows();
        } finally {
            lock.unlock();
        }
        if (conflated > 0) {
            metrics.conflated(conflated);
        }
        if (overflow) {
            session.close(CloseCause.SLOW, TOO_SLOW);
        } else {
            wake();
        }
    }

    private void send() {
        try {
            for (Supplier<String> next = next(); next != null; next = next()) {
                connection.send(next.get());
                metrics.messageSent();
            }
        } catch (SocketTimeoutException _) {
            session.close(CloseCause.SLOW, TOO_SLOW);
        } catch (IOException e) {
            broken(e);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            log.error("Cannot send to a WebSocket session; closing it", e);
            session.close(CloseCause.FAULT, "Internal error");
        }
    }

    private void broken(Exception cause) {
        log.debug("A WebSocket session broke: {}", cause.toString());
        session.close(CloseCause.CLIENT, "");
    }

    /** Returns the next message; null, and the thread must end, if none arrives for a moment. */
    private @Nullable Supplier<String> next() throws InterruptedException {
        Supplier<String> next = poll(false);
        if (next == null) {
            Thread.sleep(PACE_MILLIS);
            next = poll(true);
        }
        return next;
    }

    private @Nullable Supplier<String> poll(boolean last) {
        lock.lock();
        try {
            Supplier<String> next = ended ? null : outbox.next();
            if (next == null && last) {
                sending = false;
            }
            if (outbox.hasRoom()) {
                roomOrEnd.signalAll();
            }
            return next;
        } finally {
            lock.unlock();
        }
    }

    /** Sends a ping unless a message is on its way, whose end shows as much; may block. */
    void ping() {
        lock.lock();
        try {
            if (sending || ended) {
                return;
            }
            sending = true;
        } finally {
            lock.unlock();
        }
        try {
            connection.ping();
        } catch (IOException | RuntimeException e) {
            broken(e);
            return;
        }
        // Messages that arrived during the ping.
        send();
    }

    /** Discards what waits; from now on nothing is sent. */
    void end() {
        lock.lock();
        try {
            ended = true;
            outbox.clear();
            roomOrEnd.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
