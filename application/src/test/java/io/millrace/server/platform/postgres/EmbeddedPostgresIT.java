// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.millrace.queue.FreePorts;
import io.millrace.server.platform.start.StartException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class EmbeddedPostgresIT {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** A port that nothing else takes while the server is down. */
    private final ServerSettings settings =
            new ServerSettings(
                    FreePorts.take(), 20, ServerSettings.LEAST_SHARED_BUFFERS_MB, Durability.FULL);

    @TempDir private static Path shared;

    private Path directory;

    @BeforeEach
    void takeThePrograms() throws Exception {
        directory = Files.createTempDirectory(shared, "server");
        UnpackedPrograms.linkInto(directory);
    }

    @Test
    void losesNothingThatWasCommitted() throws SQLException {
        try (EmbeddedPostgres postgres = start()) {
            assertThat(show(postgres, "fsync")).isEqualTo("on");
            assertThat(show(postgres, "synchronous_commit")).isEqualTo("on");
            assertThat(show(postgres, "full_page_writes")).isEqualTo("on");
        }
    }

    @Test
    void refusesConnectionsWithoutThePassword() {
        try (EmbeddedPostgres postgres = start()) {
            for (String user : List.of(DatabaseCluster.SUPERUSER, DatabaseCluster.ROLE)) {
                assertThatThrownBy(() ->
                                DriverManager.getConnection(
                                        postgres.jdbcUrl("postgres"), user, "guessed"))
                        .hasMessageContaining("password authentication failed");
            }
        }
    }

    @Test
    void listensOnTheLoopbackInterfaceOnlyAndStoresNoPlainPassword() throws SQLException {
        try (EmbeddedPostgres postgres = start()) {
            assertThat(show(postgres, "listen_addresses")).isEqualTo("127.0.0.1");
            assertThat(show(postgres, "password_encryption")).isEqualTo("scram-sha-256");
        }
    }

    /** A password of 192 random bits needs no iterations, and every connection would take them again. */
    @Test
    void spendsNoIterationsOnItsRandomPassword() throws SQLException {
        try (EmbeddedPostgres postgres = start();
                Connection superuser =
                        DriverManager.getConnection(
                                postgres.jdbcUrl("postgres"),
                                DatabaseCluster.SUPERUSER,
                                postgres.password())) {
            assertThat(
                            query(
                                    superuser,
                                    "SELECT string_agg(split_part(rolpassword, ':', 1), ' ')"
                                            + " FROM pg_authid WHERE rolpassword IS NOT NULL"))
                    .isEqualTo("SCRAM-SHA-256$1 SCRAM-SHA-256$1");
        }
    }

    @Test
    void givesTheServiceARoleThatIsNoSuperuser() throws SQLException {
        try (EmbeddedPostgres postgres = start()) {
            assertThat(query(postgres, "SELECT current_setting('is_superuser')")).isEqualTo("off");
        }
    }

    @Test
    void keepsThePasswordInAFileForItsOwnerOnly() throws Exception {
        start().close();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("password"))))
                .isEqualTo("rw-------");
    }

    @Test
    void keepsItsDataFromOneStartToTheNext() throws SQLException {
        try (EmbeddedPostgres postgres = start()) {
            execute(postgres, "CREATE TABLE kept AS SELECT 42 AS answer");
        }
        try (EmbeddedPostgres postgres = start()) {
            assertThat(query(postgres, "SELECT answer FROM kept")).isEqualTo("42");
        }
    }

    @Test
    void startsAgainWhenTheServerIsKilled() {
        try (EmbeddedPostgres postgres = start()) {
            long killed = postgres.pid();
            handle(killed).destroyForcibly();
            await().ignoreExceptionsInstanceOf(SQLException.class)
                    .untilAsserted(() -> {
                        assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
                        assertThat(postgres.pid()).isNotEqualTo(killed);
                    });
        }
    }

    @Test
    void stopsAServerThatWasLeftBehind() throws Exception {
        start().close();
        Postmaster leftBehind = startWithoutSupervision();
        try (EmbeddedPostgres postgres = start()) {
            assertThat(leftBehind.onExit()).succeedsWithin(LIMIT);
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void startsWhereTheProcessIdOfAKilledServerBelongsToAnotherProgramNow() throws Exception {
        start().close();
        Path pidFile = file("data/postmaster.pid");
        Files.writeString(pidFile, ProcessHandle.current().pid() + "\n" + file("data") + "\n");
        try (EmbeddedPostgres postgres = start()) {
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void startsWhereTheProcessOfAPidFileIsGone() throws Exception {
        start().close();
        Process gone = new ProcessBuilder("true").start();
        gone.waitFor();
        Files.writeString(file("data/postmaster.pid"), gone.pid() + "\n");
        try (EmbeddedPostgres postgres = start()) {
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void startsOverWhereTheFirstStartWasInterrupted() throws Exception {
        Files.createDirectories(file("data.unfinished/base"));
        try (EmbeddedPostgres postgres = start()) {
            assertThat(query(postgres, "SELECT 1")).isEqualTo("1");
        }
    }

    @Test
    void saysWhatTheServerSaidWhenItRefusesToStart() throws Exception {
        start().close();
        Files.writeString(file("data/PG_VERSION"), "12\n");
        assertThatThrownBy(this::start)
                .isInstanceOf(StartException.class)
                .hasMessageContaining("database files are incompatible with server")
                .hasMessageContaining("postgresql.log");
    }

    @Test
    void keepsTwoFilesOfItsLogAtMost() throws Exception {
        try (PostgresLog log = new PostgresLog(file("log/postgresql.log"), 1_000)) {
            for (int i = 0; i < 1_000; i++) {
                log.write("line " + i);
            }
        }
        try (Stream<Path> files = Files.list(file("log"))) {
            assertThat(files.map(Path::toFile).map(File::length))
                    .hasSize(2)
                    .allSatisfy(length -> assertThat(length).isLessThan(1_100));
        }
    }

    @Test
    void givesEveryTestADatabaseOfItsOwn() throws Exception {
        try (Connection one = TestDatabase.freshDatabase().getConnection();
                Connection other = TestDatabase.freshDatabase().getConnection()) {
            assertThat(one.getCatalog()).isNotEqualTo(other.getCatalog());
        }
    }

    private Postmaster startWithoutSupervision() throws Exception {
        ServerFiles files = new ServerFiles(directory);
        PostgresBinaries programs = PostgresBinaries.unpackInto(directory);
        DatabaseCluster cluster =
                new DatabaseCluster(
                        programs, PostgresUser.choose(programs, files.data()), files.data());
        return new Launcher(
                        cluster,
                        settings,
                        files.accessRules(),
                        new PostgresLog(files.log(), 1_000_000))
                .onFixedPort()
                .launch();
    }

    private EmbeddedPostgres start() {
        return EmbeddedPostgres.start(directory, settings);
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    private static ProcessHandle handle(long pid) {
        return ProcessHandle.of(pid).orElseThrow();
    }

    private static String show(EmbeddedPostgres postgres, String setting) throws SQLException {
        return query(postgres, "SHOW " + setting);
    }

    private static String query(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = connect(postgres)) {
            return query(connection, sql);
        }
    }

    private static String query(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }

    private static void execute(EmbeddedPostgres postgres, String sql) throws SQLException {
        try (Connection connection = connect(postgres);
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Connection connect(EmbeddedPostgres postgres) throws SQLException {
        return DriverManager.getConnection(
                postgres.jdbcUrl(), postgres.username(), postgres.password());
    }
}
