// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.language.LimitExceededException;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One call of a script, from submission to its end. */
final class ScriptCall<R> {

    /** How a call ended: why it was stopped, or null if the script ended by itself. */
    private record Verdict(@Nullable ScriptException stop) {}

    private static final Verdict OVER = new Verdict(null);

    private final Program program;
    private final Strikes strikes;
    private final RuleMessage message;
    private final BiFunction<ScriptInstance, RuleMessage, R> body;
    private final CompletableFuture<R> result = new CompletableFuture<>();

    /** Null until the call is decided. */
    private final AtomicReference<@Nullable Verdict> verdict = new AtomicReference<>();

    private @Nullable R value;
    private @Nullable ScriptException error;
    private boolean beyondLimit;

    ScriptCall(
            Program program,
            Strikes strikes,
            RuleMessage message,
            BiFunction<ScriptInstance, RuleMessage, R> body) {
        this.program = program;
        this.strikes = strikes;
        this.message = message;
        this.body = body;
    }

    Program program() {
        return program;
    }

    RuleMessage message() {
        return message;
    }

    CompletableFuture<R> result() {
        return result;
    }

    /** Returns why the call should not run any more, although it was accepted; null if it should run. */
    @Nullable String obstacle() {
        if (program.isClosed()) {
            return "the script has been closed";
        }
        return strikes.out(message.originator()) ? Strikes.REFUSAL : null;
    }

    /** Decides that the call is to be stopped; returns false if it is decided already. Called by any thread. */
    boolean stop(ScriptException reason) {
        return verdict.compareAndSet(null, new Verdict(reason));
    }

    boolean isStopped() {
        return stop() != null;
    }

    /** Runs the script and stores its result; {@link #deliver()} passes it to the caller. */
    void run(ScriptInstance instance) {
        try {
            value = body.apply(instance, message);
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

    /** Completes the stage; dependent actions run in the calling thread. */
    void deliver() {
        ScriptException failure = error;
        if (failure == null) {
            result.complete(value);
            return;
        }
        if (beyondLimit) {
            strike();
        }
        result.completeExceptionally(failure);
    }

    /** Ends a call that will not run. */
    void refuse(String reason) {
        result.completeExceptionally(new ScriptException(reason));
    }

    /** Ends a stopped call whose thread does not return. */
    void giveUp() {
        ScriptException reason = stop();
        String text = (reason == null ? "" : reason.getMessage()) + ", and cannot be stopped";
        strike();
        result.completeExceptionally(
                reason instanceof ScriptTimeoutException
                        ? new ScriptTimeoutException(text)
                        : new ScriptException(text));
    }

    private @Nullable ScriptException stop() {
        Verdict decided = verdict.get();
        return decided == null ? null : decided.stop;
    }

    private void strike() {
        if (!result.isDone()) {
            strikes.add(message.originator());
        }
    }
}
