// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Temporary directories. */
final class Directories {

    private static final Set<Path> CREATED = ConcurrentHashMap.newKeySet();

    private static boolean ending;

    private Directories() {}

    /** Creates one that the user who runs PostgreSQL can traverse. */
    static Path create() throws IOException {
        synchronized (CREATED) {
            if (ending) {
                throw new IOException("the command is being ended");
            }
            Path directory = Files.createTempDirectory("millrace-table-");
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
            CREATED.add(directory);
            return directory;
        }
    }

    /** Deletes those that still exist, as far as it can; none is created any more. */
    static void deleteAll() {
        synchronized (CREATED) {
            ending = true;
        }
        for (Path directory : CREATED) {
            try {
                delete(directory);
            } catch (IOException e) {
                System.err.println("A temporary directory is left: " + e);
            }
        }
    }

    static void delete(Path directory) throws IOException {
        Files.walkFileTree(
                directory,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
                            throws IOException {
                        Files.deleteIfExists(file);
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFileFailed(Path file, IOException e)
                            throws IOException {
                        return tolerate(e);
                    }

                    @Override
                    public FileVisitResult postVisitDirectory(Path of, @Nullable IOException e)
                            throws IOException {
                        Files.deleteIfExists(of);
                        return FileVisitResult.CONTINUE;
                    }
                });
        CREATED.remove(directory);
    }

    /** Processes that are ending delete files, too. */
    private static FileVisitResult tolerate(IOException e) throws IOException {
        if (e instanceof NoSuchFileException) {
            return FileVisitResult.CONTINUE;
        }
        throw e;
    }
}
