// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import io.millrace.queue.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A durable PostgreSQL of its own that a test takes away and brings back, at the same address. */
public final class StoppableDatabase implements AutoCloseable {

    /** Enough for three instances with their pools, and for a test that looks into the tables. */
    private static final int CONNECTIONS = 100;

    private final Path directory;
    private final ServerSettings settings;
    private EmbeddedPostgres server;

    /** Starts it with nothing in it. */
    public StoppableDatabase(Path directory) {
        this.directory = directory;
        this.settings =
                new ServerSettings(
                        FreePorts.take(),
                        CONNECTIONS,
                        ServerSettings.LEAST_SHARED_BUFFERS_MB,
                        Durability.FULL);
        UnpackedPrograms.linkInto(directory);
        start();
    }

    public void start() {
        server = EmbeddedPostgres.start(directory, settings);
    }

    public void stop() {
        server.close();
    }

    /** Kills the server and its children at once. Their supervisor starts the server again. */
    public void crash() {
        processes().forEach(ProcessHandle::destroyForcibly);
    }

    /**
     * Stops the server's processes where they are; connections stay open. The postmaster is the first, and the last that
     * continues, because it alone starts children and removes ended ones.
     */
    public void pause() {
        signal("STOP", Stream.of(postmaster()));
        signal("STOP", postmaster().descendants());
    }

    /** Lets the paused processes continue. */
    public void resume() {
        signal("CONT", postmaster().descendants());
        signal("CONT", Stream.of(postmaster()));
    }

    private static void signal(String signal, Stream<ProcessHandle> processes) {
        List<String> command = new ArrayList<>(List.of("kill", "-" + signal));
        processes.forEach(process -> command.add(Long.toString(process.pid())));
        if (command.size() == 2) {
            return;
        }
        try {
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) {
                throw new AssertionError("%s: %d".formatted(command, status));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private ProcessHandle postmaster() {
        return ProcessHandle.of(server.pid()).orElseThrow();
    }

    /** The server and its children, which change as connections come and go. */
    public List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(postmaster()), postmaster().descendants()).toList();
    }

    /** The settings of a service that uses it. */
    public Map<String, String> environment() {
        return Map.of(
                "SPRING_DATASOURCE_URL", server.jdbcUrl(),
                "SPRING_DATASOURCE_USERNAME", server.username(),
                "SPRING_DATASOURCE_PASSWORD", server.password());
    }

    @Override
    public void close() {
        stop();
        UnpackedPrograms.unlinkFrom(directory);
    }
}
