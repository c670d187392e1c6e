// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.ProcessCost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/**
 * A PostgreSQL that several servers share: another database in the one that a further, idle server brings. It takes 50
 * connections, which the pools of three servers must share.
 */
final class SharedDatabase implements AutoCloseable {

    private static final String NAME = "cluster";
    private static final String SUPERUSER = "postgres";
    private static final String POOL = "SPRING_DATASOURCE_HIKARI_MAXIMUM_POOL_SIZE";

    /** The embedded PostgreSQL takes as many connections as its own server may open: here, those of all instances. */
    private static final String CONNECTIONS = "120";

    private final ServerProcess host;
    private final Path data;
    private final int port;

    private SharedDatabase(ServerProcess host, Path data, int port) {
        this.host = host;
        this.data = data;
        this.port = port;
    }

    static SharedDatabase start(Program program) throws IOException, InterruptedException {
        Path data = Directories.create();
        int port = Ports.free();
        ServerProcess host =
                ServerProcess.start(
                        program,
                        data,
                        Map.of(
                                "MILLRACE_POSTGRES_PORT",
                                Integer.toString(port),
                                POOL,
                                CONNECTIONS));
        SharedDatabase database = new SharedDatabase(host, data, port);
        try {
            database.create();
            return database;
        } catch (LoadException | IOException e) {
            database.close();
            throw e;
        }
    }

    private void create() throws IOException {
        try (Connection connection =
                        DriverManager.getConnection(url(SUPERUSER), SUPERUSER, password());
                Statement statement = connection.createStatement()) {
            var _ = statement.executeUpdate("CREATE DATABASE " + NAME);
        } catch (SQLException e) {
            throw new LoadException("The shared database cannot be made: " + e.getMessage());
        }
    }

    private String url(String database) {
        return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
    }

    private String password() throws IOException {
        return Files.readString(data.resolve("data/postgres/password")).strip();
    }

    /** What a server needs to use it. */
    Map<String, String> settingsOfServer() throws IOException {
        return Map.of(
                "SPRING_DATASOURCE_URL",
                url(NAME),
                "SPRING_DATASOURCE_USERNAME",
                SUPERUSER,
                "SPRING_DATASOURCE_PASSWORD",
                password(),
                "MILLRACE_DEMO",
                "true",
                POOL,
                "12");
    }

    /** The process whose child the PostgreSQL is. */
    ProcessCost cost() {
        return host.cost();
    }

    @Override
    public void close() throws IOException {
        host.close();
        Directories.delete(data);
    }
}
