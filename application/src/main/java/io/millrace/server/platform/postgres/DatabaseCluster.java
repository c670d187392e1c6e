// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

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
 * @param user who owns the data directory
 * @param data the data directory; it exists whole or not at all
 */
record DatabaseCluster(PostgresBinaries binaries, PostgresUser user, Path data) {

    static final String SUPERUSER = "postgres";
    static final String ROLE = "millrace";

    private static final Logger log = LoggerFactory.getLogger(DatabaseCluster.class);

    /** The directory alone tells: what is in it may be hidden from the user who asks. */
    boolean exists() {
        return Files.exists(data);
    }

    /** The command that runs one of PostgreSQL's programs as the user that may. */
    List<String> command(String program, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(binaries.program(program));
        command.addAll(List.of(arguments));
        return user.command(command);
    }

    /**
     * Makes the data directory, the two roles and the database. It is made aside and moved to its place when it is complete, so
     * that an interrupted first start leaves nothing that looks like a database.
     *
     * @param password of both roles
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
                                // Nobody gets in by the rules that initdb writes: the server brings
                                // its own.
                                "--auth=reject",
                                "--encoding=UTF8",
                                "--locale=C",
                                "--locale-provider=builtin",
                                "--builtin-locale=C.UTF-8",
                                "--no-instructions"),
                        ""));
    }

    private void addRoles(Path directory, String password) throws IOException {
        // The single-user mode takes one statement a line.
        String statements =
                """
                ALTER ROLE %1$s PASSWORD '%3$s'
                CREATE ROLE %2$s LOGIN PASSWORD '%3$s'
                CREATE DATABASE %2$s OWNER %2$s
                """
                        .formatted(SUPERUSER, ROLE, password);
        check(
                Command.run(
                        command("postgres", "--single", "-D", directory.toString(), "template1"),
                        statements));
    }

    private static void check(Command.Result result) {
        if (!result.succeeded() || result.output().contains("ERROR:")) {
            throw new StartException(
                    "PostgreSQL's data directory could not be made: " + result.lastLine() + ".");
        }
    }
}
