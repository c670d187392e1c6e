// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import java.io.PrintStream;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process when a thread ends with an {@link Error}, such as an {@link OutOfMemoryError}: a process that has
 * lost a thread that messages need would otherwise keep running without processing them. Its supervisor restarts it,
 * and acknowledged messages are delivered then.
 */
public final class FatalErrors implements Thread.UncaughtExceptionHandler {

    /** The exit status, as {@code EX_SOFTWARE} of {@code sysexits.h}. */
    static final int STATUS = 70;

    private static final Logger log = LoggerFactory.getLogger(FatalErrors.class);

    private final PrintStream out;
    private final IntConsumer halt;

    FatalErrors(PrintStream out, IntConsumer halt) {
        this.out = out;
        this.halt = halt;
    }

    /** Installs the handler for all threads that have none of their own. */
    public static void install() {
        Thread.setDefaultUncaughtExceptionHandler(
                new FatalErrors(System.err, Runtime.getRuntime()::halt));
    }

    /** Ends the process as if the error had ended the current thread; for executors, which would swallow it. */
    public static void report(Error error) {
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, error);
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        if (!(failure instanceof Error)) {
            log.error("Thread {} ended unexpectedly", thread.getName(), failure);
            return;
        }
        try {
            out.println(
                    "Millrace exits with status %d: thread %s ended with %s."
                            .formatted(STATUS, thread.getName(), failure));
            out.flush();
            log.error("Thread {} ended with an error", thread.getName(), failure);
        } finally {
            // Without shutdown hooks: they need the memory or the threads that may be missing.
            halt.accept(STATUS);
        }
    }
}
