// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.language.Program;
import java.util.Map;
import java.util.WeakHashMap;

/** A thread that calls scripts, and runs the quick ones itself. */
final class CallerThread {

    private final Thread thread;
    private final CallRunner runner;

    /** Weak, so that scripts that are no longer used leave. */
    private final Map<Program, CallCredit> credits = new WeakHashMap<>();

    CallerThread(Thread thread, CallRunner runner) {
        this.thread = thread;
        this.runner = runner;
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    CallRunner runner() {
        return runner;
    }

    CallCredit creditOf(Program program) {
        CallCredit known = credits.get(program);
        if (known == null) {
            known = new CallCredit();
            credits.put(program, known);
        }
        return known;
    }
}
