// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import io.millrace.queue.FreePorts;
import io.millrace.server.platform.postgres.UnpackedPrograms;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The real service in a JVM of its own, through its {@code main}, on free ports: for tests that kill it, and for those
 * that look at how it starts and ends.
 */
public final class ApplicationProcess implements AutoCloseable {

    /** Far more than a start takes; a test that reaches it has failed. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final String CLASSES = Path.of("target", "classes").toString();
    private static final String READY = "Millrace is ready.";
    private static final Pattern LOGGED_ERROR =
            Pattern.compile("(?m)^\\d{4}-\\S+ ERROR .*(?:\\n(?!\\d{4}-).*){0,20}");

    private final Process process;
    private final Path dataDirectory;
    private final Map<String, String> environment;

    // Written by the readers of the process while a test reads them.
    @SuppressWarnings("JdkObsolete")
    private final StringBuffer out = new StringBuffer();

    @SuppressWarnings("JdkObsolete")
    private final StringBuffer err = new StringBuffer();

    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private final List<Thread> readers;

    private ApplicationProcess(
            Process process, Path dataDirectory, Map<String, String> environment) {
        this.process = process;
        this.dataDirectory = dataDirectory;
        this.environment = environment;
        this.readers =
                List.of(
                        Thread.ofVirtual().start(() -> read(process.getInputStream(), out, true)),
                        Thread.ofVirtual().start(() -> read(process.getErrorStream(), err, false)));
    }

    /** Starts the service and waits until it is ready. */
    public static ApplicationProcess start(Path dataDirectory, Map<String, String> environment) {
        ApplicationProcess application = launch(dataDirectory, environment);
        application.awaitReady();
        return application;
    }

    /** Starts the service and does not wait: it may be meant to fail. */
    public static ApplicationProcess launch(Path dataDirectory, Map<String, String> environment) {
        return launch(dataDirectory, environment, StartCache.options());
    }

    static ApplicationProcess launch(
            Path dataDirectory, Map<String, String> environment, List<String> options) {
        Map<String, String> all = new HashMap<>();
        all.put("MILLRACE_DATA_DIR", dataDirectory.toString());
        all.put("SERVER_PORT", Integer.toString(FreePorts.take()));
        all.put("MILLRACE_MQTT_PORT", Integer.toString(FreePorts.take()));
        all.put("MILLRACE_MQTT_TLS_PORT", Integer.toString(FreePorts.take()));
        // Where the servers of the tests listen that nodes call.
        all.put("MILLRACE_OUTGOING_ALLOW", "127.0.0.1");
        all.putAll(environment);
        List<String> ofTests = new ArrayList<>(options);
        ofTests.add("-XX:+UseSerialGC");
        ProcessBuilder builder = new ProcessBuilder(command(ofTests));
        builder.environment().keySet().removeIf(ApplicationProcess::isSetting);
        builder.environment().putAll(all);
        if (Files.isDirectory(dataDirectory) && !all.containsKey("SPRING_DATASOURCE_URL")) {
            UnpackedPrograms.linkInto(dataDirectory.resolve("postgres"));
        }
        try {
            return new ApplicationProcess(builder.start(), dataDirectory, all);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts the service as the jar does, without what the tests bring along. */
    public static List<String> command() {
        return command(List.of());
    }

    private static List<String> command(List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "--sun-misc-unsafe-memory-access=allow",
                        "-Xmx512m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath(),
                        Application.class.getName()));
        return command;
    }

    /**
     * As in the jar: what the tests bring along would change settings. In a build the classes of this module come from
     * its jar, as it is before it is repackaged: a {@link StartCache} knows no directories.
     */
    static String classPath() {
        String jar = System.getProperty("application.classes", "");
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> !entry.endsWith("test-classes"))
                .map(entry -> !jar.isEmpty() && entry.endsWith(CLASSES) ? jar : entry)
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static boolean isSetting(String variable) {
        return variable.startsWith("MILLRACE_")
                || variable.startsWith("SPRING_")
                || variable.startsWith("SERVER_");
    }

    private void read(InputStream stream, StringBuffer text, boolean isOutput) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            boolean closingLines = false;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                text.append(line).append('\n');
                closingLines |= line.equals(READY);
                if (closingLines && line.isEmpty()) {
                    ready.complete(true);
                }
            }
        } catch (IOException e) {
            text.append(e).append('\n');
        } finally {
            if (isOutput) {
                ready.complete(false);
            }
        }
    }

    /** Waits until the service says that it is ready. */
    public void awaitReady() {
        if (!await(ready)) {
            throw new AssertionError("the service ended at its start:\n" + output());
        }
    }

    private <T> T await(CompletableFuture<T> event) {
        try {
            return event.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            killWithPostgres();
            throw new AssertionError("nothing happened within " + LIMIT + ":\n" + output(), e);
        } catch (InterruptedException | ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    public int httpPort() {
        return Integer.parseInt(environment.get("SERVER_PORT"));
    }

    public int mqttPort() {
        return Integer.parseInt(environment.get("MILLRACE_MQTT_PORT"));
    }

    /** Such as {@code http://127.0.0.1:34567}. */
    public String httpUrl() {
        return "http://" + InetAddress.getLoopbackAddress().getHostAddress() + ":" + httpPort();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the service has written on its standard output so far: its log, and the closing lines of its start. */
    public String standardOutput() {
        return out.toString();
    }

    /** The entries of the log so far that have the level ERROR, each with the begin of its stack trace. */
    public List<String> loggedErrors() {
        return LOGGED_ERROR.matcher(out).results().map(MatchResult::group).toList();
    }

    /** What the service has written on its error channel so far. */
    public String errorOutput() {
        return err.toString();
    }

    private String output() {
        return "--- out\n" + out + "--- err\n" + err;
    }

    /** The server process of the service's own PostgreSQL, if it runs. */
    public Optional<ProcessHandle> postgres() {
        Path data = dataDirectory.toAbsolutePath().resolve("postgres/data");
        try (Stream<String> lines = Files.lines(data.resolve("postmaster.pid"))) {
            return lines.findFirst()
                    .map(Long::parseLong)
                    .flatMap(ProcessHandle::of)
                    .filter(process -> isServerOf(data, process));
        } catch (IOException | UncheckedIOException _) {
            return Optional.empty();
        }
    }

    /** The file of a killed server may name a process that has nothing to do with it. */
    private static boolean isServerOf(Path data, ProcessHandle process) {
        return process.info()
                .arguments()
                .map(arguments -> List.of(arguments).contains(data.toString()))
                .orElse(false);
    }

    /** Kills the service alone, as {@code kill -9} does; its PostgreSQL runs on. */
    public void kill() {
        process.toHandle().destroyForcibly();
        awaitExit();
    }

    /** Kills the service and every process of its PostgreSQL at one instant. */
    public void killWithPostgres() {
        List<ProcessHandle> all = new ArrayList<>(List.of(process.toHandle()));
        postgres()
                .ifPresent(server -> {
                    all.add(server);
                    server.descendants().forEach(all::add);
                });
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(handle -> await(handle.onExit()));
    }

    /** Asks the service to end, as {@code kill} does, and waits for it. */
    public int stop() {
        requestStop();
        return awaitExit();
    }

    /** Asks the service to end, as {@code kill} does. */
    public void requestStop() {
        // Through its handle: the process itself would close its output, whose end is still wanted.
        process.toHandle().destroy();
    }

    /** Waits for the end of the service and of its output; answers its exit status. */
    public int awaitExit() {
        int status = await(process.onExit()).exitValue();
        readers.forEach(ApplicationProcess::join);
        return status;
    }

    private static void join(Thread thread) {
        try {
            thread.join(LIMIT);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Leaves no process behind. */
    @Override
    public void close() {
        killWithPostgres();
        UnpackedPrograms.unlinkFrom(dataDirectory.resolve("postgres"));
    }
}
