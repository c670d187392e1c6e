// SPDX-License-Identifier: Apache-2.0
package io.millrace.server;

import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what all tests of a JVM share, when the JVM exits: the latest first, so that a service ends before its database.
 * (Shutdown hooks of the JVM run all at once.)
 */
public final class AtExit {

    private static final Logger log = LoggerFactory.getLogger(AtExit.class);
    private static final Deque<Runnable> TASKS = new ArrayDeque<>();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(AtExit::runAll, "at-exit"));
    }

    private AtExit() {}

    public static synchronized void run(Runnable task) {
        TASKS.push(task);
    }

    private static synchronized void runAll() {
        TASKS.forEach(task -> {
            try {
                task.run();
            } catch (RuntimeException e) {
                log.error("Cannot end what the tests of this JVM share", e);
            }
        });
    }
}
