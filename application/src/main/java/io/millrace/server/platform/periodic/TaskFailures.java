// SPDX-License-Identifier: Apache-2.0
package io.millrace.server.platform.periodic;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Metrics;

/** Counts the failed runs of background tasks, which retry. */
public final class TaskFailures {

    private TaskFailures() {}

    /** @param task name of the task, as in the log */
    public static void count(String task) {
        Counter.builder("millrace.task.failures")
                .description("Failed runs of background tasks; each is logged and retried")
                .tag("task", task)
                .register(Metrics.globalRegistry)
                .increment();
    }
}
