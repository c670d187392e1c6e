// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.postgres;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps a server running: restarts it with a back-off when its process ends, until this object is closed. */
final class PostmasterSupervisor implements AutoCloseable {

    private static final Logger log = LoggerFactory.getLogger(PostmasterSupervisor.class);
    private static final int FIRST_ATTEMPTS = 10;
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(60);

    private final Launcher launcher;
    private final CountDownLatch closing;
    private final Thread thread;
    private volatile Postmaster postmaster;

    private PostmasterSupervisor(Launcher launcher, Postmaster first) {
        this.launcher = launcher;
        this.postmaster = first;
        this.closing = new CountDownLatch(1);
        // A dedicated thread: it waits for the process to end.
        this.thread = Thread.ofVirtual().name("postgres-supervisor").unstarted(this::supervise);
    }

    /**
     * Starts the server and its supervision; returns when the server accepts connections.
     *
     * @throws StartRefusedException if the server does not start
     */
    static PostmasterSupervisor start(Launcher launcher)
            throws IOException, StartRefusedException, InterruptedException {
        for (int attempt = 1; ; attempt++) {
            Launcher settled = launcher.onFixedPort();
            try {
                PostmasterSupervisor supervisor =
                        new PostmasterSupervisor(settled, settled.launch());
                supervisor.thread.start();
                return supervisor;
            } catch (StartRefusedException e) {
                if (!e.mayPass() || attempt == FIRST_ATTEMPTS) {
                    throw e;
                }
                Thread.sleep(FIRST_PAUSE.multipliedBy(attempt));
            }
        }
    }

    long pid() {
        return postmaster.pid();
    }

    int port() {
        return launcher.settings().port();
    }

    private void supervise() {
        try {
            while (true) {
                int status = postmaster.onExit().join().exitValue();
                if (isClosing()) {
                    return;
                }
                log.error(
                        "PostgreSQL (pid {}) ended unexpectedly with status {}; restarting it",
                        postmaster.pid(),
                        status);
                postmaster = startAgain();
                if (isClosing()) {
                    postmaster.stop();
                    return;
                }
                log.info("PostgreSQL (pid {}) accepts connections again", postmaster.pid());
            }
        } catch (InterruptedException _) {
            log.debug("PostgreSQL is not restarted because the service is stopping");
        }
    }

    private Postmaster startAgain() throws InterruptedException {
        Duration pause = FIRST_PAUSE;
        while (true) {
            Thread.sleep(pause);
            try {
                OrphanedPostmaster.clear(launcher.cluster());
                return launcher.launch();
            } catch (StartRefusedException e) {
                log.error("PostgreSQL did not start; retrying: {}", e.complaint());
            } catch (IOException e) {
                log.error("Cannot start PostgreSQL; retrying: {}", e.toString());
            }
            pause = min(pause.multipliedBy(2), LONGEST_PAUSE);
        }
    }

    private boolean isClosing() {
        return closing.getCount() == 0;
    }

    private static Duration min(Duration a, Duration b) {
        return a.compareTo(b) < 0 ? a : b;
    }

    /** Stops the server and its supervision; returns when the server's process has ended. */
    @Override
    public void close() {
        closing.countDown();
        postmaster.stop();
        thread.interrupt();
        try {
            thread.join(CLOSE_LIMIT);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
