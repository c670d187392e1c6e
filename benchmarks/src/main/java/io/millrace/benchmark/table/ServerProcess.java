// SPDX-License-Identifier: Apache-2.0
package io.millrace.benchmark.table;

import io.millrace.benchmark.load.LoadException;
import io.millrace.benchmark.load.LoadResult;
import io.millrace.benchmark.load.LoadRun;
import io.millrace.benchmark.load.Options;
import io.millrace.benchmark.load.ProcessCost;
import io.millrace.benchmark.load.RestApi;
import io.millrace.benchmark.load.Server;
import io.millrace.benchmark.load.Surroundings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A server as a process of its own, over a data directory that its caller owns. */
final class ServerProcess implements AutoCloseable {

    static final String PASSWORD = "secret123";
    static final String TENANT = "tenant@millrace.local";
    static final String INSTALLATION = "sysadmin@millrace.local";

    private static final String READY = "Millrace is ready";

    /** A counter in nanoseconds. */
    private static final String COMPILING = "java.ci.totalTime=";

    private static final Duration START_LIMIT = Duration.ofMinutes(3);

    private final Child process;
    private final int http;
    private final int mqtt;
    private final double secondsToReady;

    private ServerProcess(Child process, int http, int mqtt, double secondsToReady) {
        this.process = process;
        this.http = http;
        this.mqtt = mqtt;
        this.secondsToReady = secondsToReady;
    }

    /**
     * Starts a server, and waits until it is ready.
     *
     * @param data everything that it keeps
     * @param settings what is added to its environment
     * @throws LoadException if it does not become ready
     */
    static ServerProcess start(Program program, Path data, Map<String, String> settings)
            throws IOException, InterruptedException {
        int http = Ports.free();
        int mqtt = Ports.free();
        Map<String, String> environment = new HashMap<>(program.environment());
        environment.put("MILLRACE_ADMIN_PASSWORD", PASSWORD);
        environment.put("SERVER_PORT", Integer.toString(http));
        environment.put("MILLRACE_MQTT_PORT", Integer.toString(mqtt));
        environment.put("MILLRACE_OUTGOING_ALLOW", "127.0.0.1");
        environment.put("MILLRACE_DATA_DIR", data.resolve("data").toString());
        environment.putAll(settings);
        Child process = Child.start("millrace", program.command(), environment, data, READY);
        try {
            return new ServerProcess(process, http, mqtt, process.awaitAnnouncement(START_LIMIT));
        } catch (RuntimeException | InterruptedException e) {
            process.close();
            throw e;
        }
    }

    /** From the start of the process. */
    double secondsToReady() {
        return secondsToReady;
    }

    long pid() {
        return process.pid();
    }

    /** How long its JIT compiler has worked since the start, on all its threads. */
    double secondsCompiling() throws IOException, InterruptedException {
        Path logs = Directories.create();
        try {
            return new Jcmd(pid(), logs)
                            .ask("PerfCounter.print").stream()
                                    .filter(line -> line.startsWith(COMPILING))
                                    .mapToLong(line ->
                                            Long.parseLong(line.substring(COMPILING.length())))
                                    .findFirst()
                                    .orElseThrow(() ->
                                            new LoadException(
                                                    "The JVM of the server does not count the time of its compiler."))
                    / 1e9;
        } finally {
            Directories.delete(logs);
        }
    }

    ProcessCost cost() {
        return new ProcessCost(process.pid());
    }

    /** The server, and the administrator of its first tenant. */
    Server asTenant() {
        return new Server(http, mqtt, TENANT, PASSWORD);
    }

    RestApi rest() throws IOException, InterruptedException {
        return RestApi.signIn(asTenant());
    }

    /** A client for the administrator of the installation. */
    RestApi installation() throws IOException, InterruptedException {
        return RestApi.signIn(new Server(http, mqtt, INSTALLATION, PASSWORD));
    }

    /** Options with which a main class of the load generator finds the server. */
    List<String> words(String... more) {
        List<String> words =
                new ArrayList<>(
                        List.of(
                                "--http",
                                Integer.toString(http),
                                "--mqtt",
                                Integer.toString(mqtt),
                                "--password",
                                PASSWORD));
        words.addAll(List.of(more));
        return words;
    }

    /** Puts the server under load; the options are those of the load generator. */
    LoadResult load(Surroundings surroundings, String... options)
            throws IOException, InterruptedException {
        List<String> words = words("--server-pid", Long.toString(pid()));
        words.addAll(List.of(options));
        return new LoadRun(
                        Options.parse(words.toArray(String[]::new)),
                        new PrintStream(System.err, true))
                .run(surroundings);
    }

    LoadResult load(String... options) throws IOException, InterruptedException {
        return load(Surroundings.NONE, options);
    }

    @Override
    public void close() {
        process.close();
    }
}
