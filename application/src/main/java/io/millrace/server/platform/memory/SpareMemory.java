// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.memory;

import io.millrace.server.platform.periodic.PeriodicTask;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives memory back to the system that only the start, or a burst, has needed. G1 can shrink the heap beside the running
 * threads: when a time has passed without a collection it collects, and releases what is free beyond a ratio (JEP 346).
 * Both can be set while the JVM runs. Soon after the start the time is short and the ratio small. Later the ratio is the
 * JVM's own, so that the heap of a server under load stays as large as G1 has made it.
 *
 * <p>Options that the operator has set are not changed. The heap of another collector is not shrunk: that collector would
 * have to stop all threads.
 */
final class SpareMemory {

    private static final Logger log = LoggerFactory.getLogger(SpareMemory.class);

    /** What the start needs only once has been freed by then. */
    private static final Duration START = Duration.ofSeconds(12);

    private static final Duration INTERVAL = Duration.ofMinutes(5);
    private static final String LEAST_FREE = "MinHeapFreeRatio";
    private static final String MOST_FREE = "MaxHeapFreeRatio";
    private static final String TIME = "G1PeriodicGCInterval";
    private static final String LEAST_FREE_AFTER_START = "10";
    private static final String MOST_FREE_AFTER_START = "30";
    private static final String TIME_AFTER_START = "2000";

    private final JvmMemory jvm;
    private final PeriodicTask task;

    /** Restores what the start has changed; does nothing from the second run on. */
    private Runnable afterStart = () -> {};

    SpareMemory(JvmMemory jvm) {
        this.jvm = jvm;
        this.task = new PeriodicTask("spare-memory", INTERVAL, this::giveBack);
    }

    /** Called when the service is ready. */
    void begin() {
        if (mayShrinkHeap()) {
            shrinkHeap();
        }
        task.start(START);
    }

    private boolean mayShrinkHeap() {
        try {
            return Boolean.parseBoolean(jvm.option("UseG1GC"))
                    && List.of(LEAST_FREE, MOST_FREE, TIME).stream().noneMatch(jvm::isChosen);
        } catch (IllegalArgumentException e) {
            log.debug("This JVM does not have the options by which its heap shrinks", e);
            return false;
        }
    }

    private void shrinkHeap() {
        String leastFree = jvm.option(LEAST_FREE);
        String mostFree = jvm.option(MOST_FREE);
        // The least may never exceed the most.
        jvm.set(LEAST_FREE, LEAST_FREE_AFTER_START);
        jvm.set(MOST_FREE, MOST_FREE_AFTER_START);
        jvm.set(TIME, TIME_AFTER_START);
        afterStart =
                () -> {
                    jvm.set(TIME, Long.toString(INTERVAL.toMillis()));
                    jvm.set(MOST_FREE, mostFree);
                    jvm.set(LEAST_FREE, leastFree);
                };
    }

    /** The first run ends the time after the start. */
    void giveBack() {
        afterStart.run();
        afterStart = () -> {};
        jvm.trim();
    }

    void stop() {
        task.stop();
    }
}
