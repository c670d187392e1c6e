// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.nio.file.Path;

/** The PostgreSQL that Millrace brings, on its own, for several instances; durable. */
public final class LocalPostgres implements AutoCloseable {

    private static final int CONNECTIONS = 200;

    private final EmbeddedPostgres server;

    private LocalPostgres(EmbeddedPostgres server) {
        this.server = server;
    }

    /**
     * Starts it on a free port over what a directory holds; returns when it takes connections.
     *
     * @throws io.millrace.server.platform.start.StartException if it does not start
     */
    public static LocalPostgres start(Path directory) {
        return new LocalPostgres(
                EmbeddedPostgres.start(
                        directory,
                        new ServerSettings(
                                0,
                                CONNECTIONS,
                                ServerSettings.LEAST_SHARED_BUFFERS_MB,
                                Durability.FULL)));
    }

    public String url() {
        return server.jdbcUrl();
    }

    public String username() {
        return server.username();
    }

    public String password() {
        return server.password();
    }

    @Override
    public void close() {
        server.close();
    }
}
