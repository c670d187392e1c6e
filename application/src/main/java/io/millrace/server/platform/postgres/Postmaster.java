// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One run of PostgreSQL's server process, from its start to its end. */
final class Postmaster {

    private static final Logger log = LoggerFactory.getLogger(Postmaster.class);

    /** Long enough for the recovery after a crash, which reads up to a gigabyte of WAL, on a slow disk. */
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);
    private static final String READY = "database system is ready to accept connections";

    private final DatabaseCluster cluster;
    private final Process process;
    private final PostgresLog serverLog;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private volatile String complaint = "";

    private Postmaster(DatabaseCluster cluster, Process process, PostgresLog serverLog) {
        this.cluster = cluster;
        this.process = process;
        this.serverLog = serverLog;
    }

    /** Starts the process. Call {@link #awaitReady} before using it. */
    static Postmaster start(DatabaseCluster cluster, List<String> settings, PostgresLog serverLog)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-D", cluster.data().toString()));
        settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        List<String> command =
                inOwnSession(cluster.command("postgres", arguments.toArray(String[]::new)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        Postmaster postmaster = new Postmaster(cluster, process, serverLog);
        // A dedicated thread: it blocks on the output of the process.
        Thread.ofPlatform().daemon().name("postgres-log").start(postmaster::readOutput);
        return postmaster;
    }

    /**
     * Runs the command in its own session, if {@code setsid} exists. Control-C in a terminal signals every process of
     * the foreground group, but PostgreSQL must outlive the service that writes to it.
     */
    private static List<String> inOwnSession(List<String> command) {
        if (!Command.succeeds(List.of("setsid", "true"))) {
            return command;
        }
        List<String> detached = new ArrayList<>(List.of("setsid"));
        detached.addAll(command);
        return detached;
    }

    private void readOutput() {
        try (BufferedReader lines = process.inputReader()) {
            lines.lines().forEach(this::accept);
        } catch (IOException | UncheckedIOException e) {
            log.debug("PostgreSQL's output ended: {}", e.toString());
        } finally {
            ready.complete(false);
        }
    }

    private void accept(String line) {
        serverLog.write(line);
        if (line.contains(READY)) {
            ready.complete(true);
        } else if (!ready.isDone() && (line.contains("FATAL:") || complaint.isEmpty())) {
            complaint = line;
        }
    }

    long pid() {
        return process.pid();
    }

    /** Completes when the process has ended, for any reason. */
    CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /**
     * Waits until the server accepts connections.
     *
     * @return true if it does; false if the process has ended, and {@link #complaint} has the reason
     */
    boolean awaitReady() throws InterruptedException {
        try {
            return ready.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (TimeoutException _) {
            complaint = "it is not ready after " + START_LIMIT.toMinutes() + " minutes";
            stop();
            return false;
        } catch (InterruptedException e) {
            stop();
            throw e;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The server's fatal error, or else the first line of its output. */
    String complaint() {
        int text = complaint.indexOf("FATAL:");
        return text < 0 ? complaint : complaint.substring(text + "FATAL:".length()).strip();
    }

    /** Stops the server: rolls back open transactions and returns when all data are on disk. */
    void stop() {
        Signals.stop(cluster, process.toHandle(), STOP_LIMIT);
    }
}
