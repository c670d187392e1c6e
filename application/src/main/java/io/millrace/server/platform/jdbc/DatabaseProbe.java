// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;

/** Asks the database whether it answers. A question waits at most {@link #PATIENCE}, its connection included. */
public final class DatabaseProbe implements BooleanSupplier {

    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final DataSource connections;

    public DatabaseProbe(DataSource connections) {
        this.connections = connections;
    }

    @Override
    public boolean getAsBoolean() {
        CompletableFuture<Boolean> answer = new CompletableFuture<>();
        // The thread may outlast the question by the time-outs of the pool and of the socket.
        Thread.startVirtualThread(() -> answer.complete(answers()));
        return answer.completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS).join();
    }

    private boolean answers() {
        try (Connection connection = connections.getConnection()) {
            return connection.isValid(Math.toIntExact(PATIENCE.toSeconds()));
        } catch (SQLException _) {
            return false;
        }
    }
}
