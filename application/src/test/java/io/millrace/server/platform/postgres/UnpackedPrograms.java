// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The programs of PostgreSQL, unpacked once for all servers of a build: unpacking takes some seconds of a core.
 * {@code PluginIT} starts a server that unpacks them on its own.
 */
public final class UnpackedPrograms {

    private UnpackedPrograms() {}

    private static final class Unpacked {

        static final Path HOME = unpack();

        private static Path unpack() {
            try {
                Path directory =
                        Files.createDirectories(
                                Path.of("target", "postgres-programs").toAbsolutePath());
                try (BuildLock _ = BuildLock.of(directory)) {
                    return PostgresBinaries.unpackInto(directory).home();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    /**
     * Links the programs to where a server looks for them before it unpacks its own.
     *
     * @param server the directory of the server; it is made where it does not exist
     */
    public static void linkInto(Path server) {
        Path link = server.resolve(Unpacked.HOME.getFileName());
        try {
            if (!Files.isDirectory(link)) {
                new ServerFiles(server).create();
                Files.createSymbolicLink(link, Unpacked.HOME);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the link, if there is one: JUnit warns of links that lead out of a temporary directory. */
    public static void unlinkFrom(Path server) {
        if (!Files.isDirectory(server)) {
            return;
        }
        try (DirectoryStream<Path> links =
                Files.newDirectoryStream(server, Files::isSymbolicLink)) {
            for (Path link : links) {
                Files.delete(link);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
