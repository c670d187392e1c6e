// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.start;

import io.millrace.server.platform.settings.StopSettings;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationListener;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Ends the process when its stop takes too long, whatever the stop is waiting for: a database that hangs, a node whose
 * call does not return. Nothing that was acknowledged is lost; the next start delivers what had not ended.
 */
public final class StopLimit implements ApplicationListener<ContextClosedEvent> {

    /** The exit status, as {@code EX_TEMPFAIL} of {@code sysexits.h}. */
    static final int STATUS = 75;

    private static final Logger log = LoggerFactory.getLogger(StopLimit.class);

    private final PrintStream out;
    private final IntConsumer halt;

    StopLimit(PrintStream out, IntConsumer halt) {
        this.out = out;
        this.halt = halt;
    }

    /** A limit for the process itself, with the time of {@link StopSettings}. */
    public static StopLimit ofProcess() {
        return new StopLimit(System.err, Runtime.getRuntime()::halt);
    }

    @Override
    public void onApplicationEvent(ContextClosedEvent event) {
        // A start that failed early has no settings; it ends without waiting for anything.
        event.getApplicationContext()
                .getBeanProvider(StopSettings.class)
                .ifAvailable(settings -> begin(settings.stopTimeout()));
    }

    /** Called by the thread that stops the process. */
    void begin(Duration timeout) {
        log.info(
                "Millrace is stopping; the process ends after {} s at the latest",
                seconds(timeout));
        Thread stopping = Thread.currentThread();
        Thread.ofPlatform().daemon().name("stop-limit").start(() -> endAfter(timeout, stopping));
    }

    private void endAfter(Duration timeout, Thread stopping) {
        try {
            if (stopping.join(timeout)) {
                return;
            }
            out.println(
                    "Millrace exits with status %d: its stop has not ended within %s s."
                            .formatted(STATUS, seconds(timeout)));
            out.flush();
            log.warn("The stop is waiting here:\n{}", stackOf(stopping));
        } catch (InterruptedException _) {
            return;
        }
        halt.accept(STATUS);
    }

    private static String seconds(Duration time) {
        return Double.toString(time.toMillis() / 1000.0).replaceAll("\\.0$", "");
    }

    private static String stackOf(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(frame -> "    at " + frame)
                .collect(Collectors.joining("\n"));
    }
}
