// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import io.millrace.message.id.TenantId;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.store.StoreException;
import io.millrace.server.platform.groupcommit.StorageHealth;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessResourceFailureException;

/**
 * Runs database look-ups for callers that must not block: on virtual threads, with bounded concurrency. A reconnect
 * storm waits here and does not exhaust the connection pool, which other work needs as well. Tenants whose look-ups wait
 * take turns, and slow look-ups of one tenant leave room for those of others ({@link FairTurns}). Look-ups that concern
 * no tenant, or find out which, are those of {@link TenantId#SYSTEM}.
 */
public final class DatabaseLookups implements AutoCloseable {

    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(2);

    private final ExecutorService threads;
    private final FairTurns<TenantId> turns;
    private final Duration patience;
    private final Supplier<StorageHealth.Watch> watches;

    /**
     * Creates look-ups each of which shows by its time whether the database is available.
     *
     * @param name name prefix of the threads
     * @param maxConcurrent maximum number of concurrent look-ups
     * @param patience how long a look-up that is run once waits for its turn
     * @param health receives a report while look-ups wait for the database
     */
    public DatabaseLookups(
            String name, int maxConcurrent, Duration patience, StorageHealth health) {
        this(name, maxConcurrent, patience, health::watch);
    }

    /**
     * @param answers asks the database another question when a look-up takes long, and says whether it was answered;
     *     otherwise as above
     */
    public DatabaseLookups(
            String name,
            int maxConcurrent,
            Duration patience,
            StorageHealth health,
            BooleanSupplier answers) {
        this(name, maxConcurrent, patience, () -> health.watch(answers));
    }

    private DatabaseLookups(
            String name,
            int maxConcurrent,
            Duration patience,
            Supplier<StorageHealth.Watch> watches) {
        this.watches = watches;
        this.threads =
                Executors.newThreadPerTaskExecutor(
                        Thread.ofVirtual().name(name + "-", 0).factory());
        this.turns = new FairTurns<>(maxConcurrent);
        this.patience = patience;
    }

    /** Runs a look-up once. The future fails with the look-up's exception, or if its turn did not come in time. */
    public <T> CompletableFuture<T> run(TenantId tenant, Supplier<T> lookup) {
        return CompletableFuture.supplyAsync(() -> inTurn(tenant, lookup), threads);
    }

    /**
     * Runs a look-up and retries it while the database is unavailable. The future fails with any other exception. The
     * number of waiting look-ups is bounded only by the callers. Look-ups of one tenant run in the order of their arrival.
     */
    public <T> CompletableFuture<T> runUntilAnswered(TenantId tenant, Supplier<T> lookup) {
        return CompletableFuture.supplyAsync(() -> untilAnswered(tenant, lookup), threads);
    }

    /**
     * Runs a look-up as {@link #runUntilAnswered} does, but drops it if the node's call that the current thread runs is
     * not wanted any more when its turn comes. Only for look-ups whose result no other message shares, in a cache for
     * example.
     */
    public <T> CompletableFuture<T> runWhileWanted(TenantId tenant, Supplier<T> lookup) {
        NodeCall of = CurrentCall.get();
        return runUntilAnswered(
                tenant,
                () -> {
                    if (!of.isWanted()) {
                        throw new StoreException(CurrentCall.OVER);
                    }
                    return lookup.get();
                });
    }

    private <T> T untilAnswered(TenantId tenant, Supplier<T> lookup) {
        // Watched from its turn on: a look-up that waits for others says nothing about the
        // database.
        awaitTurn(tenant);
        try (StorageHealth.Watch watch = watches.get()) {
            return untilAnswered(tenant, lookup, watch);
        }
    }

    private <T> T untilAnswered(TenantId tenant, Supplier<T> lookup, StorageHealth.Watch watch) {
        Duration pause = FIRST_PAUSE;
        while (true) {
            try {
                return withPlace(tenant, lookup);
            } catch (DataAccessResourceFailureException away) {
                watch.away(String.valueOf(away.getMessage()));
                pauseFor(pause, away);
                pause =
                        pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0
                                ? pause.multipliedBy(2)
                                : LONGEST_PAUSE;
            }
            awaitTurn(tenant);
        }
    }

    /** Runs a look-up that has a place, and gives the place back. */
    private <T> T withPlace(TenantId tenant, Supplier<T> lookup) {
        try {
            return lookup.get();
        } finally {
            turns.release(tenant);
        }
    }

    private void awaitTurn(TenantId tenant) {
        try {
            turns.acquire(tenant);
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

    private <T> T inTurn(TenantId tenant, Supplier<T> lookup) {
        if (!turnComes(tenant)) {
            throw new DataAccessResourceFailureException(
                    "Too many database look-ups: none could start within "
                            + patience.toMillis()
                            + " ms");
        }
        return withPlace(tenant, lookup);
    }

    private boolean turnComes(TenantId tenant) {
        try {
            return turns.tryAcquire(tenant, patience);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The number of look-ups that wait for their turn. */
    public int waiting() {
        return turns.waiting();
    }

    /** Interrupts running look-ups and waits until they have ended. */
    @Override
    public void close() {
        threads.shutdownNow();
        threads.close();
    }
}
