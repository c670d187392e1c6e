// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker.frame;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A frame from a worker to the service. */
public sealed interface FromWorker {

    /** The worker takes calls. */
    record Ready() implements FromWorker {}

    /** The end of a call or a check. */
    sealed interface Answer extends FromWorker {

        long id();
    }

    /** A call returned a text or nothing, or a check found no error. */
    record Result(long id, @Nullable String text) implements Answer {}

    /** A call or a check failed. */
    record Failed(long id, Kind kind, String text) implements Answer {}

    /** A call was stopped for the given reason and does not end. */
    record Hung(long id, Kind kind, String text) implements FromWorker {}

    /**
     * A sign of life, many times a second while there are calls.
     *
     * @param threads threads for scripts, busy or idle
     * @param running calls that run now
     * @param longRunning ids of calls and checks that have run for more than 50 ms
     */
    record Alive(int threads, int running, List<Long> longRunning) implements FromWorker {}

    /** Why a call failed. */
    enum Kind {
        /** By an error of the script, or because it could not run. */
        ERROR,

        /** The script exceeded a limit other than time. */
        LIMIT,

        /** The script took too long. */
        TIMEOUT
    }
}
