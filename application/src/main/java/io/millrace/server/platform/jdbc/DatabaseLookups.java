// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import io.millrace.server.platform.groupcommit.StorageHealth;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Runs database look-ups for callers that must not block: on virtual threads, with bounded concurrency. A reconnect
 * storm waits here and does not exhaust the connection pool, which other work needs as well.
 */
public final class DatabaseLookups implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final ExecutorService threads;
    private final Semaphore permits;
    private final Duration patience;
    private final StorageHealth health;

    /**
     * @param name name prefix of the threads
     * @param maxConcurrent maximum number of concurrent look-ups
     * @param patience how long a look-up that is run once waits for its turn
     * @param health receives a report while look-ups wait for the database
     */
    public DatabaseLookups(
            String name, int maxConcurrent, Duration patience, StorageHealth health) {
        this.health = health;
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name(name + "-", 0).factory());
        this.permits = new Semaphore(maxConcurrent, true);
        this.patience = patience;
    }

    /** Runs a look-up once. The future fails with the look-up's exception, or if its turn did not come in time. */
    public <T> CompletableFuture<T> run(Supplier<T> lookup) {
        return CompletableFuture.supplyAsync(() -> inTurn(lookup), threads);
    }

    /**
     * Runs a look-up and retries it while the database is unavailable. The future fails with any other exception. The
     * number of waiting look-ups is bounded only by the callers. Look-ups run in the order of their arrival.
     */
    public <T> CompletableFuture<T> runUntilAnswered(Supplier<T> lookup) {
        return CompletableFuture.supplyAsync(() -> untilAnswered(lookup), threads);
    }

    private <T> T untilAnswered(Supplier<T> lookup) {
        // Watched from its turn on: a look-up that waits for others says nothing about the
        // database.
        awaitTurn();
        try (StorageHealth.Watch watch = health.watch()) {
            return untilAnswered(lookup, watch);
        }
    }

    private <T> T untilAnswered(Supplier<T> lookup, StorageHealth.Watch watch) {
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                return run(lookup, permits);
            } catch (DataAccessResourceFailureException away) {
                watch.away(String.valueOf(away.getMessage()));
                pauseFor(pause, away);
                pause =
                        pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                                ? pause.multipliedBy(2)
                                : LONGEST_PAUSE;
            }
            awaitTurn();
        }
    }

    /** Runs a look-up that has a permit, and gives the permit back. */
    private static <T> T run(Supplier<T> lookup, Semaphore permits) {
        try {
            return lookup.get();
        } finally {
            permits.release();
        }
    }

    private void awaitTurn() {
        try {
            permits.acquire();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new DataAccessResourceFailureException("interrupted before the look-up began");
        }
    }

    /** Throws the failure if the thread is interrupted, which happens when the service stops. */
    private static void pauseFor(Duration pause, DataAccessResourceFailureException failure) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw failure;
        }
    }

    private <T> T inTurn(Supplier<T> lookup) {
        if (!turnComes()) {
            throw new DataAccessResourceFailureException(
                    "Too many database look-ups: none could start within "
                            + patience.toMillis()
                            + " ms");
        }
        return run(lookup, permits);
    }

    private boolean turnComes() {
        try {
            return permits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Interrupts running look-ups and waits until they have ended. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
