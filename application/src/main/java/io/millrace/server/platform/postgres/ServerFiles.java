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
 * Where the parts of the server lie: its programs, its data, its log, who gets in, and the password.
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

    /** Makes the directory, such that the user who runs PostgreSQL gets through it. */
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

    /** The file with the rules of access (PostgreSQL's {@code pg_hba.conf}): from this machine, with a password, else nobody. */
    Path accessRules() throws IOException {
        Path file = directory.resolve("pg_hba.conf");
        if (!Files.exists(file) || !Files.readString(file).equals(ACCESS_RULES)) {
            Files.writeString(file, ACCESS_RULES);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        }
        return file;
    }

    /**
     * The password that the cluster was made with.
     *
     * @throws StartException if its file is gone
     */
    String password() throws IOException {
        if (!Files.exists(passwordFile())) {
            throw new StartException(
                    "The file "
                            + passwordFile()
                            + " with the password of the database is missing; put it back.");
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
