// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.store.timeseries;

import io.millrace.rule.store.TimeseriesStore;
import io.millrace.rule.store.TimeseriesWrite;
import io.millrace.server.store.timeseries.TimeseriesDeletion.LatestPolicy;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Deletes values of time series in parts, each in its own transaction, and then deletes or replaces the latest values.
 * Thread-safe.
 */
final class TimeseriesDeleter {

    /** The timeout of each statement, and of each wait for the writers. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final int ATTEMPTS = 5;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final EntityKeys keys;
    private final LatestValues memory;
    private final LatestFlusher flusher;

    TimeseriesDeleter(
            DataSource dataSource, EntityKeys keys, LatestValues memory, LatestFlusher flusher) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.transaction = new TransactionTemplate(new JdbcTransactionManager(dataSource));
        this.keys = keys;
        this.memory = memory;
        this.flusher = flusher;
    }

    /**
     * The keys and shapes of a deletion, by their numbers.
     *
     * @param shapes the shapes of the entity's rows
     */
    private record Numbered(Collection<Integer> keys, Map<Integer, Shape> shapes) {

        List<Integer> positionsIn(Shape shape) {
            return keys.stream().map(shape::position).filter(position -> position >= 0).toList();
        }
    }

    /** @param store store the store that writes the entity's values */
    void delete(TimeseriesDeletion deletion, TimeseriesStore store) {
        Numbered numbered = inTransaction(connection -> numbered(connection, deletion));
        if (numbered.keys().isEmpty()) {
            return;
        }
        for (String table : SeriesEraser.TABLES) {
            deleteSeries(table, deletion, numbered);
        }
        if (deletion.latest() != LatestPolicy.KEEP) {
            awaitWrites(deletion, store);
            deleteLatest(deletion, numbered.keys());
        }
    }

    private Numbered numbered(Connection connection, TimeseriesDeletion deletion)
            throws SQLException {
        Collection<Integer> numbers =
                keys.numbers(connection, deletion.tenant(), deletion.keys()).values();
        Map<Integer, Shape> shapes =
                keys.shapes(connection, deletion.tenant(), deletion.entity().id());
        return new Numbered(List.copyOf(numbers), shapes);
    }

    private void deleteSeries(String table, TimeseriesDeletion deletion, Numbered numbered) {
        numbered.shapes()
                .forEach((id, shape) -> {
                    List<Integer> positions = numbered.positionsIn(shape);
                    SeriesEraser eraser = eraser(table, deletion, id);
                    if (Shape.isMixed(id)) {
                        inParts(
                                eraser,
                                deletion,
                                (connection, from, to) ->
                                        eraser.eraseMixed(connection, numbered.keys(), from, to));
                    } else if (!positions.isEmpty()) {
                        inParts(
                                eraser,
                                deletion,
                                (connection, from, to) ->
                                        eraser.erase(connection, positions, from, to));
                    }
                });
    }

    private static SeriesEraser eraser(String table, TimeseriesDeletion deletion, int shapeId) {
        return new SeriesEraser(table, deletion.entity().id(), shapeId, TIMEOUT);
    }

    /** Deletes one part of the time span. */
    @FunctionalInterface
    private interface Part {
        void delete(Connection connection, long from, long to) throws SQLException;
    }

    private void inParts(SeriesEraser eraser, TimeseriesDeletion deletion, Part part) {
        long from = deletion.startTs();
        while (from < deletion.endTs()) {
            long begin = from;
            from =
                    inTransaction(connection -> {
                        long end = eraser.endOfPart(connection, begin, deletion.endTs());
                        part.delete(connection, begin, end);
                        return end;
                    });
        }
    }

    /** Waits until all writes from before the deletion of the series have reached the latest values in memory. */
    private static void awaitWrites(TimeseriesDeletion deletion, TimeseriesStore store) {
        TimeseriesWrite nothing =
                new TimeseriesWrite(deletion.tenant(), deletion.entity(), List.of(), true, true);
        try {
            store.save(nothing)
                    .toCompletableFuture()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new DataAccessResourceFailureException(
                    "The time series writers did not finish in time", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private void deleteLatest(TimeseriesDeletion deletion, Collection<Integer> numbers) {
        LatestEraser eraser = new LatestEraser(memory, deletion, keys, TIMEOUT);
        for (int key : numbers) {
            try {
                boolean done =
                        flusher.betweenFlushes(
                                TIMEOUT,
                                () ->
                                        inTransaction(connection -> {
                                            eraser.erase(connection, key);
                                            return true;
                                        }));
                if (!done) {
                    throw new DataAccessResourceFailureException(
                            "The flush of latest values did not finish in time");
                }
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    /**
     * Runs work in a transaction and retries it on conflicts. Writers lock rows in the order of messages, not of
     * timestamps, so deadlocks with a deletion can occur.
     */
    private <T> T inTransaction(ConnectionCallback<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return Objects.requireNonNull(transaction.execute(_ -> jdbc.execute(work)));
            } catch (ConcurrencyFailureException conflict) {
                if (attempt == ATTEMPTS) {
                    throw conflict;
                }
            }
        }
    }

    private static DataAccessResourceFailureException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new DataAccessResourceFailureException("The service is stopping", e);
    }
}
