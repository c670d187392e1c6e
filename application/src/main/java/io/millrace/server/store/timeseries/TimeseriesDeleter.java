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
 * Deletes values of time series, part by part and each part in a transaction of its own, and then deals with the latest
 * values. Safe for use by many threads.
 */
final class TimeseriesDeleter {

    /** Of each statement, and of each wait for the writers. */
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
     * What is to be deleted, in the numbers of the tables.
     *
     * @param shapes those that the entity has rows of
     */
    private record Numbered(Collection<Integer> keys, Map<Integer, Shape> shapes) {

        List<Integer> positionsIn(Shape shape) {
            return keys.stream().map(shape::position).filter(position -> position >= 0).toList();
        }
    }

    /** @param store through which the writes of the deletion's entity go */
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
        SeriesEraser mixed = eraser(table, deletion, Shape.MIXED);
        inParts(
                mixed,
                deletion,
                (connection, from, to) -> mixed.eraseMixed(connection, numbered.keys(), from, to));
        numbered.shapes()
                .forEach((id, shape) -> {
                    List<Integer> positions = numbered.positionsIn(shape);
                    if (!positions.isEmpty()) {
                        SeriesEraser eraser = eraser(table, deletion, id);
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

    /** The deletion of a part of the span. */
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

    /** What was written before the series was deleted has reached the latest values in memory then. */
    private static void awaitWrites(TimeseriesDeletion deletion, TimeseriesStore store) {
        TimeseriesWrite nothing =
                new TimeseriesWrite(deletion.tenant(), deletion.entity(), List.of(), true, true);
        try {
            store.save(nothing)
                    .toCompletableFuture()
                    .get(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            throw new DataAccessResourceFailureException("The writers do not get on", e);
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
                            "The latest values are still being flushed");
                }
            } catch (InterruptedException e) {
                throw interrupted(e);
            }
        }
    }

    /** Writers take their locks in the order of messages, not of time: now and then one is in the way. */
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
        return new DataAccessResourceFailureException("The service stops", e);
    }
}
