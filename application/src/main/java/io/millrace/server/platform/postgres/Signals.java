// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stops a server process by PostgreSQL's shutdown signals, the mildest first. */
final class Signals {

    private static final Logger log = LoggerFactory.getLogger(Signals.class);

    /** "Fast shutdown": open transactions are rolled back, then a checkpoint is written. */
    private static final String FAST = "INT";

    /** "Immediate shutdown": as after a crash; the next start recovers. */
    private static final String IMMEDIATE = "QUIT";

    private static final Duration AGAIN = Duration.ofSeconds(1);

    private Signals() {}

    /**
     * Stops a server process and waits for its end.
     *
     * @param limit time limit of the fast shutdown; after it the process is stopped immediately, as in a crash
     */
    static void stop(DatabaseCluster cluster, ProcessHandle process, Duration limit) {
        stop(signal -> send(cluster, process, signal), process, limit, AGAIN);
    }

    /**
     * Stops a process. The signal of the fast shutdown is sent again and again: a server that has just been started by a
     * program in the background of a shell ignores it until it has installed its handlers, and further ones change nothing.
     *
     * @param send sends the signal of a name, such as {@code INT}
     */
    static void stop(Consumer<String> send, ProcessHandle process, Duration limit, Duration again) {
        for (Duration left = limit; left.isPositive(); left = left.minus(again)) {
            send.accept(FAST);
            if (hasEnded(process, again.compareTo(left) < 0 ? again : left)) {
                return;
            }
        }
        log.warn(
                "PostgreSQL (pid {}) did not stop within {} s; stopping it immediately, it recovers at its next "
                        + "start",
                process.pid(),
                limit.toSeconds());
        send.accept(IMMEDIATE);
        if (!hasEnded(process, Duration.ofSeconds(5))) {
            process.destroyForcibly();
            hasEnded(process, Duration.ofSeconds(5));
        }
    }

    private static void send(DatabaseCluster cluster, ProcessHandle process, String signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            Command.Result result =
                    Command.run(
                            cluster.command("pg_ctl", "kill", signal, Long.toString(process.pid())),
                            "");
            if (!result.succeeded() && process.isAlive()) {
                log.warn(
                        "Cannot send PostgreSQL (pid {}) SIG{}: {}",
                        process.pid(),
                        signal,
                        result.lastLine());
            }
        } catch (IOException e) {
            log.warn(
                    "Cannot send PostgreSQL (pid {}) SIG{}: {}",
                    process.pid(),
                    signal,
                    e.toString());
        }
    }

    private static boolean hasEnded(ProcessHandle process, Duration limit) {
        try {
            process.onExit().get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException _) {
            return !process.isAlive();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return !process.isAlive();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
