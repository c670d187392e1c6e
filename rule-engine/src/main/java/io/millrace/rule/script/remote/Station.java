// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Jobs for one process, and the process. The shared station takes further calls from the queue; the others run only the
 * jobs that were put there, one at a time, so that it is known which one killed a process.
 */
final class Station {

    private final boolean alone;
    private final Deque<Job> jobs = new ArrayDeque<>();
    private @Nullable Worker worker;

    /** Creates a station; {@code alone} if its jobs run one at a time. */
    Station(boolean alone) {
        this.alone = alone;
    }

    boolean isAlone() {
        return alone;
    }

    /** Jobs that have a turn and are not at the worker. */
    Deque<Job> jobs() {
        return jobs;
    }

    @Nullable Worker worker() {
        return worker;
    }

    void take(Worker assigned) {
        worker = assigned;
        assigned.moveTo(this);
    }

    /** Takes the worker away. */
    void release() {
        if (worker != null) {
            worker.moveTo(null);
            worker = null;
        }
    }

    /** True if no job waits or is at the worker. */
    boolean isIdle() {
        return jobs.isEmpty() && (worker == null || worker.sent().isEmpty());
    }
}
