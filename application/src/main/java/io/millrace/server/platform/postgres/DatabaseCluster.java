// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.archive.FileTree;
import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A database cluster, in PostgreSQL's sense: a data directory with the databases of one server. It has a superuser
 * ({@value #SUPERUSER}), and a role ({@value #ROLE}) that owns the database of the same name and nothing else.
 *
 * @param user the owner of the data directory
 * @param data the data directory; either complete or absent
 */
record DatabaseCluster(PostgresBinaries binaries, PostgresUser user, Path data) {

    static final String SUPERUSER = "postgres";
    static final String ROLE = "millrace";

    /**
     * Iterations protect a password that can be guessed. This one is random, and each connection would take the default
     * of 4,096 again, 30 ms of processor time.
     */
    private static final String SCRAM_ITERATIONS = "scram_iterations=1";

    private static final Logger log = LoggerFactory.getLogger(DatabaseCluster.class);

    /** True if the data directory exists. Its content is not checked, because it may be unreadable for this user. */
    boolean exists() {
        return Files.exists(data);
    }

    /** Returns the command that runs one of PostgreSQL's programs as the user who may run it. */
    List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(binaries.program(program));
        command.addAll(List.of(arguments));
        return user.command(command);
    }

    /**
     * Creates the data directory, the two roles and the database. The directory is created under a temporary name and
     * renamed when it is complete, so that an interrupted first start leaves no incomplete database.
     *
     * @param password the password of both roles, of at least 128 random bits
     */
    void create(String password) throws IOException {
        Path unfinished = data.resolveSibling(data.getFileName() + ".unfinished");
        FileTree.delete(unfinished);
        Files.createDirectory(
                unfinished,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        user.own(unfinished);
        initialize(unfinished);
        addRoles(unfinished, password);
        Files.move(unfinished, data, StandardCopyOption.ATOMIC_MOVE);
        log.info("Created a database cluster in {}", data);
    }

    private void initialize(Path directory) throws IOException {
        check(
                Command.run(
                        command(
                                "initdb",
                                "--pgdata=" + directory,
                                "--username=" + SUPERUSER,
                                // The access rules that initdb writes reject every connection; the
                                // server uses its own.
                                "--auth=reject",
                                "--encoding=UTF8",
                                "--locale=C",
                                "--locale-provider=builtin",
                                "--builtin-locale=C.UTF-8",
                                "--no-instructions"),
                        ""));
    }

    private void addRoles(Path directory, String password) throws IOException {
        // The single-user mode reads one statement per line.
        String statements =
                """
                ALTER ROLE %1$s PASSWORD '%3$s'
                CREATE ROLE %2$s LOGIN PASSWORD '%3$s'
                CREATE DATABASE %2$s OWNER %2$s
                """
                        .formatted(SUPERUSER, ROLE, password);
        check(
                Command.run(
                        command(
                                "postgres",
                                "--single",
                                "-D",
                                directory.toString(),
                                "-c",
                                SCRAM_ITERATIONS,
                                "template1"),
                        statements));
    }

    private static void check(Command.Result result) {
        if (!result.succeeded() || result.output().contains("ERROR:")) {
            throw new StartException(
                    "PostgreSQL's data directory could not be created: " + result.lastLine() + ".");
        }
    }
}
