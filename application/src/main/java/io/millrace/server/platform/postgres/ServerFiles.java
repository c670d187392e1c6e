// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.server.platform.start.StartException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * The files of the embedded server: programs, data, log, access rules and password.
 *
 * @param directory the directory that holds them all, absolute
 */
record ServerFiles(Path directory) {

    private static final String ACCESS_RULES =
            """
            # Rewritten by Millrace.
            host all all 127.0.0.1/32 scram-sha-256
            """;

    ServerFiles {
        directory = directory.toAbsolutePath().normalize();
    }

    /** Creates the directory so that the user who runs PostgreSQL can traverse it. */
    void create() throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    Path data() {
        return directory.resolve("data");
    }

    Path log() {
        return directory.resolve("log").resolve("postgresql.log");
    }

    /**
     * Writes the access rules if necessary and returns their file (PostgreSQL's {@code pg_hba.conf}): connections only
     * from this machine, with a password.
     */
    Path accessRules() throws IOException {
        Path file = directory.resolve("pg_hba.conf");
        if (!Files.exists(file) || !Files.readString(file).equals(ACCESS_RULES)) {
            Files.writeString(file, ACCESS_RULES);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        return file;
    }

    /**
     * Reads the password that was chosen when the cluster was created.
     *
     * @throws StartException if its file is missing
     */
    String password() throws IOException {
        if (!Files.exists(passwordFile())) {
            throw new StartException(
                    "The file "
                            + passwordFile()
                            + " with the password of the database is missing; restore it.");
        }
        return Files.readString(passwordFile()).strip();
    }

    /** Generates a password for a new cluster; only the owner of the file can read it. */
    String newPassword() throws IOException {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        String password = HexFormat.of().formatHex(random);
        Path unfinished = passwordFile().resolveSibling("password.unfinished");
        Files.deleteIfExists(unfinished);
        Files.createFile(
                unfinished,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(unfinished, password + "\n");
        Files.move(unfinished, passwordFile(), StandardCopyOption.ATOMIC_MOVE);
        return password;
    }

    private Path passwordFile() {
        return directory.resolve("password");
    }
}
