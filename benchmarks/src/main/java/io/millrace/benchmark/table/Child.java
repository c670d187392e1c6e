// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A process that this one has started. */
final class Child implements AutoCloseable {

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final Set<Child> RUNNING = ConcurrentHashMap.newKeySet();

    private static boolean ending;

    private final String name;
    private final Process process;
    private final long started;
    private final Path log;
    private final CompletableFuture<Long> announced = new CompletableFuture<>();
    private final List<String> lines = new ArrayList<>();
    private final Thread reader;

    private Child(String name, Process process, long started, Path log, String announcement) {
        this.name = name;
        this.process = process;
        this.started = started;
        this.log = log;
        this.reader = Thread.ofPlatform().daemon().name(name).unstarted(() -> read(announcement));
    }

    /**
     * Starts a process.
     *
     * @param name for messages
     * @param environment what is added to the environment
     * @param directory its working directory, with its log
     * @param announcement text of a line that it prints when it is ready
     */
    static Child start(
            String name,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            String announcement)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        synchronized (RUNNING) {
            if (ending) {
                throw new IOException("the command is being ended");
            }
            long now = System.nanoTime();
            Child child =
                    new Child(
                            name,
                            builder.start(),
                            now,
                            directory.resolve(name + ".log"),
                            announcement);
            RUNNING.add(child);
            child.reader.start();
            return child;
        }
    }

    /** Starts a main class of this class path. */
    static Child fork(Class<?> main, List<String> arguments, Path directory, String announcement)
            throws IOException {
        return fork(main.getName(), List.of(), arguments, directory, announcement);
    }

    /** Starts a main class of this class path, with options for its JVM. */
    static Child fork(
            String main,
            List<String> options,
            List<String> arguments,
            Path directory,
            String announcement)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(java("java"));
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(arguments);
        return start(
                main.substring(main.lastIndexOf('.') + 1),
                command,
                Map.of(),
                directory,
                announcement);
    }

    /** A program of this JVM's installation. */
    static String java(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }

    private void read(String announcement) {
        try (BufferedReader in =
                        new BufferedReader(
                                new InputStreamReader(
                                        process.getInputStream(), StandardCharsets.UTF_8));
                Writer out = Files.newBufferedWriter(log)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.contains(announcement)) {
                    announced.complete(System.nanoTime());
                }
                synchronized (lines) {
                    lines.add(line);
                }
                out.write(line + "\n");
                out.flush();
            }
        } catch (IOException _) {
            // the process has ended
        }
        announced.completeExceptionally(new LoadException(name + " has ended: " + lastLine()));
    }

    private String lastLine() {
        synchronized (lines) {
            return lines.isEmpty() ? "it said nothing" : lines.getLast();
        }
    }

    /**
     * Waits for the announcement.
     *
     * @return seconds from the start of the process
     * @throws LoadException if it does not come
     */
    double awaitAnnouncement(Duration limit) throws InterruptedException {
        try {
            return (announced.get(limit.toMillis(), TimeUnit.MILLISECONDS) - started) / 1e9;
        } catch (TimeoutException _) {
            throw new LoadException(
                    "%s is not ready after %d s.".formatted(name, limit.toSeconds()));
        } catch (ExecutionException e) {
            Throwable cause = e.getCause();
            throw new LoadException(
                    String.valueOf(cause == null ? e.getMessage() : cause.getMessage()));
        }
    }

    /**
     * Waits for the end of the process.
     *
     * @return what it has printed
     * @throws LoadException if it does not end
     */
    List<String> awaitEnd(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
            throw new LoadException("%s took more than %d s.".formatted(name, limit.toSeconds()));
        }
        reader.join(STOP_LIMIT);
        synchronized (lines) {
            return List.copyOf(lines);
        }
    }

    int status() {
        return process.exitValue();
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends its standard input, which is a wish to end for some. */
    void endInput() throws IOException {
        process.getOutputStream().close();
    }

    /** Asks the process to end, and kills it if it takes long. */
    @Override
    public void close() {
        process.destroy();
        boolean interrupted = false;
        try {
            var _ = process.waitFor(STOP_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException _) {
            interrupted = true;
        }
        kill();
        RUNNING.remove(this);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Kills all that still run; none starts any more. */
    static void killAll() {
        synchronized (RUNNING) {
            ending = true;
            RUNNING.forEach(Child::kill);
        }
    }

    private void kill() {
        if (process.isAlive()) {
            List<ProcessHandle> children = process.descendants().toList();
            process.destroyForcibly();
            children.forEach(ProcessHandle::destroyForcibly);
        }
    }
}
