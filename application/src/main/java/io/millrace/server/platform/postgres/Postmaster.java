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

    /** Recovery after a crash reads the log of up to a gigabyte, on a slow disk too. */
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

    /** Starts the process; {@link #awaitReady} says when it may be used. */
    static Postmaster start(DatabaseCluster cluster, List<String> settings, PostgresLog serverLog)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-D", cluster.data().toString()));
        settings.forEach(setting -> arguments.addAll(List.of("-c", setting)));
        List<String> command =
                inOwnSession(cluster.command("postgres", arguments.toArray(String[]::new)));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        Postmaster postmaster = new Postmaster(cluster, process, serverLog);
        // A thread of its own: it blocks on the output of the process.
        Thread.ofPlatform().daemon().name("postgres-log").start(postmaster::readOutput);
        return postmaster;
    }

    /**
     * Control-C in a terminal goes to every process of the terminal's foreground group, and PostgreSQL must outlive the service
     * that writes to it.
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

    /** Completes when the process has ended, for whatever reason. */
    CompletableFuture<Process> onExit() {
        return process.onExit();
    }

    /**
     * Waits until connections are accepted.
     *
     * @return whether they are; otherwise the process has ended, and {@link #complaint} says why
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

    /** What the server said before it ended: its fatal error, else its first words. */
    String complaint() {
        int text = complaint.indexOf("FATAL:");
        return text < 0 ? complaint : complaint.substring(text + "FATAL:".length()).strip();
    }

    /** Stops the server: open transactions are rolled back, everything is on disk when this returns. */
    void stop() {
        Signals.stop(cluster, process.toHandle(), STOP_LIMIT);
    }
}
