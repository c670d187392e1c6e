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
 * Runs look-ups in the database for callers that must not wait: on virtual threads, a bounded number at a time. A
 * reconnect storm waits here in line instead of at the pool of connections, which other work needs as well.
 */
public final class DatabaseLookups implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final ExecutorService threads;
    private final Semaphore permits;
    private final Duration patience;
    private final StorageHealth health;

    /**
     * @param name names the threads
     * @param maxConcurrent how many look-ups run at once
     * @param patience how long one waits for its turn
     * @param health is told while look-ups wait for the database
     */
    public DatabaseLookups(
            String name, int maxConcurrent, Duration patience, StorageHealth health) {
        this.health = health;
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name(name + "-", 0).factory());
        this.permits = new Semaphore(maxConcurrent);
        this.patience = patience;
    }

    /** The answer of a look-up; fails with what it throws, or where its turn has not come in time. */
    public <T> CompletableFuture<T> run(Supplier<T> lookup) {
        return CompletableFuture.supplyAsync(() -> inTurn(lookup), threads);
    }

    /**
     * The answer of a look-up, however long the database is away; fails with what else it throws. The callers' own
     * bounds limit how many wait.
     */
    public <T> CompletableFuture<T> runUntilAnswered(Supplier<T> lookup) {
        return CompletableFuture.supplyAsync(() -> untilAnswered(lookup), threads);
    }

    private <T> T untilAnswered(Supplier<T> lookup) {
        try (StorageHealth.Watch watch = health.watch()) {
            return untilAnswered(lookup, watch);
        }
    }

    private <T> T untilAnswered(Supplier<T> lookup, StorageHealth.Watch watch) {
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                return inTurn(lookup);
            } catch (DataAccessResourceFailureException away) {
                watch.away(String.valueOf(away.getMessage()));
                pauseFor(pause, away);
                pause =
                        pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                                ? pause.multipliedBy(2)
                                : LONGEST_PAUSE;
            }
        }
    }

    /** Ends with the failure where the service stops meanwhile. */
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
                    "No turn for a look-up within " + patience.toMillis() + " ms");
        }
        try {
            return lookup.get();
        } finally {
            permits.release();
        }
    }

    private boolean turnComes() {
        try {
            return permits.tryAcquire(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Interrupts what still runs. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
