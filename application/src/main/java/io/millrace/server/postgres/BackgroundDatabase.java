// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.postgres;

import io.millrace.server.start.StartException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** A database that is made ready beside the rest of the start: whoever first asks where it is waits for it. */
final class BackgroundDatabase implements JdbcConnectionDetails, AutoCloseable {

    private final CompletableFuture<Database> database = new CompletableFuture<>();
    private final Thread starter;

    /**
     * Begins at once.
     *
     * @param start makes the database ready, or throws a {@link StartException}
     */
    BackgroundDatabase(Supplier<Database> start) {
        CompletableFuture<Database> result = database;
        this.starter =
                Thread.ofVirtual()
                        .name("database-start")
                        .start(() -> result.completeAsync(start, Runnable::run));
    }

    @Override
    public String getJdbcUrl() {
        return ready().jdbcUrl();
    }

    @Override
    public String getUsername() {
        return ready().username();
    }

    @Override
    public String getPassword() {
        return ready().password();
    }

    private Database ready() {
        try {
            return database.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StartException refusal ? refusal : e;
        }
    }

    /** Stops the database if it is ours, also one that is still starting. */
    @Override
    public void close() {
        if (!database.isDone()) {
            starter.interrupt();
        }
        try {
            database.join().close();
        } catch (CompletionException _) {
            // It never became ready; the start has reported why.
        }
    }
}
