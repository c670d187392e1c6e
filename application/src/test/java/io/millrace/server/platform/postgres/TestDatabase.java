// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.millrace.server.AtExit;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * A real PostgreSQL for the tests of one JVM: started at the first use, thrown away at the end of the JVM. What a test
 * commits survives neither, so nothing waits for the disk.
 */
public final class TestDatabase {

    private static final String TEMPLATE = "millrace_migrated";
    private static final int CONNECTIONS = 500;
    private static final AtomicInteger COUNT = new AtomicInteger();

    private TestDatabase() {}

    private static final class Server {

        static final EmbeddedPostgres INSTANCE = start();

        private static EmbeddedPostgres start() {
            try {
                Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
                Path directory = Files.createTempDirectory(target, "test-postgres-");
                UnpackedPrograms.linkInto(directory);
                EmbeddedPostgres server =
                        EmbeddedPostgres.start(
                                directory,
                                new ServerSettings(
                                        0,
                                        CONNECTIONS,
                                        ServerSettings.LEAST_SHARED_BUFFERS_MB,
                                        Durability.NONE));
                AtExit.run(() -> discard(server, directory));
                execute(server, "CREATE DATABASE " + TEMPLATE + " OWNER " + server.username());
                Flyway.configure()
                        .dataSource(server.jdbcUrl(TEMPLATE), server.username(), server.password())
                        .load()
                        .migrate();
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /**
         * Leaves the deletion to a process that outlives this JVM: a hundred databases are 50,000 files, and a JVM that
         * takes longer than 30 seconds to exit is killed.
         */
        private static void discard(EmbeddedPostgres server, Path directory) {
            server.close();
            try {
                new ProcessBuilder("rm", "-rf", directory.toString())
                        .redirectOutput(Redirect.DISCARD)
                        .redirectError(Redirect.DISCARD)
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * A new database with the schema of the service and nothing in it. The data source is a small pool that keeps no
     * idle connections; it need not be closed.
     */
    public static DataSource freshDatabase() {
        Coordinates coordinates = freshCoordinates();
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(coordinates.url());
        config.setUsername(coordinates.username());
        config.setPassword(coordinates.password());
        config.setMaximumPoolSize(16);
        config.setMinimumIdle(0);
        config.setIdleTimeout(10_000);
        return new HikariDataSource(config);
    }

    /** A new database as {@link #freshDatabase} makes it, for a test that opens its connections itself. */
    public static Coordinates freshCoordinates() {
        EmbeddedPostgres server = Server.INSTANCE;
        String name = "test_" + COUNT.incrementAndGet();
        execute(
                server,
                "CREATE DATABASE "
                        + name
                        + " OWNER "
                        + server.username()
                        + " TEMPLATE "
                        + TEMPLATE);
        return new Coordinates(server.jdbcUrl(name), server.username(), server.password());
    }

    /** What {@code spring.datasource.url}, {@code username} and {@code password} want to know. */
    public record Coordinates(String url, String username, String password) {}

    private static void execute(EmbeddedPostgres server, String statement) {
        try (Connection connection =
                        DriverManager.getConnection(
                                server.jdbcUrl("postgres"),
                                DatabaseCluster.SUPERUSER,
                                server.password());
                Statement sql = connection.createStatement()) {
            sql.execute(statement);
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }
}
