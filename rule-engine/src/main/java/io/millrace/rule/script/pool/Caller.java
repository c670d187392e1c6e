// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.rule.script.ScriptException;
import org.jspecify.annotations.Nullable;

/** The side of a call that gets its result. A call that was given up may be reported a second time when it ends. */
public interface Caller<R> {

    /** Returns why the call should not run any more, although it was accepted; null if it should run. */
    @Nullable String obstacle();

    /** Takes the result; the thread that ran the script takes no other call meanwhile. */
    void succeeded(R result);

    /** Takes the error; {@code beyondLimit} if the script exceeded a limit. */
    void failed(ScriptException error, boolean beyondLimit);

    /** Notes that the call was stopped for the given reason and does not end; for {@link HangPolicy#REPORT} only. */
    default void hangs(ScriptException reason) {}
}
