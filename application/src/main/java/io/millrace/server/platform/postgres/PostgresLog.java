// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * PostgreSQL's log: the current file and the previous one, each of limited size. If the disk is full, lines are lost,
 * but the server keeps running.
 */
final class PostgresLog implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PostgresLog.class);

    private final Path file;
    private final long limit;
    private @Nullable BufferedWriter writer;
    private long written;
    private boolean failed;

    /**
     * @param file the current file; the previous one is named {@code <file>.1}
     * @param limit maximum number of characters in a file
     */
    PostgresLog(Path file, long limit) {
        this.file = file;
        this.limit = limit;
    }

    Path file() {
        return file;
    }

    synchronized void write(String line) {
        try {
            BufferedWriter out = writer == null ? open() : writer;
            out.write(line);
            out.newLine();
            out.flush();
            written += line.length() + 1L;
            if (written >= limit) {
                close();
                Files.move(file, previous(), StandardCopyOption.REPLACE_EXISTING);
            }
            failed = false;
        } catch (IOException e) {
            if (!failed) {
                log.warn(
                        "Cannot write PostgreSQL's log {}; its lines are lost until the file is writable "
                                + "again: {}",
                        file,
                        e.toString());
            }
            failed = true;
        }
    }

    private BufferedWriter open() throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        BufferedWriter opened =
                Files.newBufferedWriter(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        writer = opened;
        written = Files.size(file);
        return opened;
    }

    private Path previous() {
        return file.resolveSibling(file.getFileName() + ".1");
    }

    @Override
    public synchronized void close() throws IOException {
        if (writer != null) {
            writer.close();
            writer = null;
        }
    }
}
