// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.springframework.boot.jdbc.autoconfigure.JdbcConnectionDetails;

/**
 * A database that starts in the background during the rest of the service's start. The first caller that asks for its
 * URL blocks until the database is ready.
 */
final class BackgroundDatabase implements JdbcConnectionDetails, AutoCloseable {

    private final CompletableFuture<Database> started = new CompletableFuture<>();
    private final CompletableFuture<Database> ready;
    private final Thread starter;

    /**
     * Begins the start at once, on a virtual thread.
     *
     * @param start starts the database, or throws a {@link StartException}
     * @param prepare creates or migrates the tables of the started database
     */
    BackgroundDatabase(Supplier<Database> start, UnaryOperator<Database> prepare) {
        CompletableFuture<Database> result = started;
        this.ready = result.thenApply(prepare);
        // A separate thread: the database and Spring start in parallel.
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

    /**
     * Stops the embedded database, even if it is still starting. A running migration of the tables is completed first.
     */
    @Override
    public void close() {
        if (!started.isDone()) {
            starter.interrupt();
        }
        Object _ = ready.handle((_, _) -> true).join();
        try {
            started.join().close();
        } catch (CompletionException _) {
            // The database never became ready; the start has reported the reason.
        }
    }
}
