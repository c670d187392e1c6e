// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/** A database that is made ready beside the rest of the start: whoever first asks where it is waits for it. */
final class BackgroundDatabase implements JdbcConnectionDetails, AutoCloseable {

    private final CompletableFuture<Database> started = new CompletableFuture<>();
    private final CompletableFuture<Database> ready;
    private final Thread starter;

    /**
     * Begins at once.
     *
     * @param start starts the database, or throws a {@link StartException}
     * @param prepare makes the tables of a database that has been started
     */
    BackgroundDatabase(Supplier<Database> start, UnaryOperator<Database> prepare) {
        CompletableFuture<Database> result = started;
        this.ready = result.thenApply(prepare);
        // A thread of its own: the database starts while Spring does.
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
            return ready.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof StartException refusal ? refusal : e;
        }
    }

    /** Stops the database if it is ours, also one that is still starting. Tables that are being made are finished. */
    @Override
    public void close() {
        if (!started.isDone()) {
            starter.interrupt();
        }
        Object _ = ready.handle((_, _) -> true).join();
        try {
            started.join().close();
        } catch (CompletionException _) {
            // It never became ready; the start has reported why.
        }
    }
}
