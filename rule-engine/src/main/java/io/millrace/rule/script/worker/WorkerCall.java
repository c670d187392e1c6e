// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.worker;

import io.millrace.message.id.EntityId;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.pool.Caller;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.worker.frame.FromWorker;
import io.millrace.rule.script.worker.frame.FromWorker.Kind;
import org.jspecify.annotations.Nullable;

/**
 * Sends the end of a call to the service. Several calls of an originator may wait here, which the service cannot take
 * back: they do not run if the script is refused to the originator meanwhile. Whether later ones run is for the service
 * to decide.
 *
 * @param arrived when the call arrived, as {@link System#nanoTime()}
 * @param strikes those of the script in this process
 */
record WorkerCall(long id, EntityId originator, long arrived, Strikes strikes, Outbox outbox)
        implements Caller<FromWorker.Result> {

    /** Greatest length of an error's text; scripts may throw texts of any length. */
    private static final int MAX_TEXT = 10_000;

    static FromWorker.Failed failed(long id, Kind kind, String text) {
        return new FromWorker.Failed(
                id, kind, text.length() <= MAX_TEXT ? text : text.substring(0, MAX_TEXT) + "…");
    }

    @Override
    public @Nullable String obstacle() {
        return strikes.outSince(originator, arrived) ? Strikes.REFUSAL : null;
    }

    @Override
    public void succeeded(FromWorker.Result result) {
        outbox.send(result);
    }

    @Override
    public void failed(ScriptException error, boolean beyondLimit) {
        if (beyondLimit) {
            strikes.add(originator);
        }
        Kind kind = beyondLimit ? kindOf(error) : Kind.ERROR;
        outbox.send(failed(id, kind, String.valueOf(error.getMessage())));
    }

    @Override
    public void hangs(ScriptException reason) {
        outbox.sendAtOnce(
                new FromWorker.Hung(id, kindOf(reason), String.valueOf(reason.getMessage())));
    }

    private static Kind kindOf(ScriptException error) {
        return error instanceof ScriptTimeoutException ? Kind.TIMEOUT : Kind.LIMIT;
    }
}
