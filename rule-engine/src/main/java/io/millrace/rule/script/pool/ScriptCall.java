// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.id.EntityId;
import io.millrace.message.id.TenantId;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ProgramInstance;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One call of a script, from submission to its end. */
public final class ScriptCall<R> {

    /** How a call ended: why it was stopped, or null if the script ended by itself. */
    private record Verdict(@Nullable ScriptException stop) {}

    /** What the script returned. */
    private record Value<R>(R of) {}

    private static final Verdict OVER = new Verdict(null);

    private final Program program;
    private final TenantId tenant;
    private final EntityId originator;
    private final Function<ProgramInstance, R> body;
    private final Caller<R> caller;

    /** Null until the call is decided. */
    private final AtomicReference<@Nullable Verdict> verdict = new AtomicReference<>();

    private @Nullable Value<R> value;
    private @Nullable ScriptException error;
    private boolean beyondLimit;

    public ScriptCall(
            Program program,
            TenantId tenant,
            EntityId originator,
            Function<ProgramInstance, R> body,
            Caller<R> caller) {
        this.program = program;
        this.tenant = tenant;
        this.originator = originator;
        this.body = body;
        this.caller = caller;
    }

    /** Returns the same call, not run yet. */
    ScriptCall<R> again() {
        return new ScriptCall<>(program, tenant, originator, body, caller);
    }

    Program program() {
        return program;
    }

    TenantId tenant() {
        return tenant;
    }

    EntityId originator() {
        return originator;
    }

    public Caller<R> caller() {
        return caller;
    }

    /** Decides that the call is to be stopped; returns false if it is decided already. Called by any thread. */
    boolean stop(ScriptException reason) {
        return verdict.compareAndSet(null, new Verdict(reason));
    }

    boolean isStopped() {
        return stop() != null;
    }

    /** Runs the script and stores its result; {@link #deliver()} passes it to the caller. */
    void run(ProgramInstance instance) {
        try {
            value = new Value<>(body.apply(instance));
        } catch (ScriptException e) {
            error = e;
        } catch (LimitExceededException e) {
            beyondLimit = true;
            error = new ScriptException(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError _) {
            beyondLimit = true;
            error = new ScriptException("the script requested more memory than is available");
        } catch (StackOverflowError _) {
            error = new ScriptException("the script's recursion is too deep");
        } catch (RuntimeException | Error e) {
            // Any exception of an engine ends only this call; the thread continues with the next
            // one.
            error = new ScriptException("the script failed: " + e, e);
        }
        if (!verdict.compareAndSet(null, OVER)) {
            beyondLimit = true;
            error = stop();
        }
    }

    /** Passes the result to the caller; dependent actions run in the calling thread. */
    void deliver() {
        ScriptException failure = error;
        Value<R> result = value;
        if (failure == null && result != null) {
            caller.succeeded(result.of);
        } else if (failure != null) {
            caller.failed(failure, beyondLimit);
        }
    }

    /** Ends a call that will not run. */
    void refuse(String reason) {
        caller.failed(new ScriptException(reason), false);
    }

    /** Ends a stopped call whose thread does not return. */
    void giveUp() {
        ScriptException reason = stop();
        String text = (reason == null ? "" : reason.getMessage()) + ", and cannot be stopped";
        caller.failed(
                reason instanceof ScriptTimeoutException
                        ? new ScriptTimeoutException(text)
                        : new ScriptException(text),
                true);
    }

    /** Tells the caller that the call was stopped and does not end. */
    void reportHang() {
        ScriptException reason = stop();
        if (reason != null) {
            caller.hangs(reason);
        }
    }

    private @Nullable ScriptException stop() {
        Verdict decided = verdict.get();
        return decided == null ? null : decided.stop;
    }
}
