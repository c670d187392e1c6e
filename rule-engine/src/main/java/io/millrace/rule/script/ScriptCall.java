// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** One call of a script, from the queue to its end. */
final class ScriptCall<R> {

    private static final String OVER = "";

    private final Program program;
    private final Strikes strikes;
    private final Function<ScriptInstance, R> body;
    private final CompletableFuture<R> result = new CompletableFuture<>();

    /** Null until the call is decided; then empty if the script ended by itself, else why it was stopped. */
    private final AtomicReference<@Nullable String> verdict = new AtomicReference<>();

    private @Nullable R value;
    private @Nullable ScriptException error;
    private boolean beyondLimit;

    ScriptCall(Program program, Strikes strikes, Function<ScriptInstance, R> body) {
        this.program = program;
        this.strikes = strikes;
        this.body = body;
    }

    Program program() {
        return program;
    }

    CompletableFuture<R> result() {
        return result;
    }

    /** Decides that the call is to be stopped; false if it is decided already. Called by any thread. */
    boolean stop(String reason) {
        return verdict.compareAndSet(null, reason);
    }

    boolean isStopped() {
        String reason = verdict.get();
        return reason != null && !reason.isEmpty();
    }

    /** Runs the script and keeps what comes out; {@link #deliver()} hands it to the caller. */
    void run(ScriptInstance instance) {
        try {
            value = body.apply(instance);
        } catch (ScriptException e) {
            error = e;
        } catch (LimitExceededException e) {
            beyondLimit = true;
            error = new ScriptException(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError _) {
            beyondLimit = true;
            error = new ScriptException("the script asked for more memory than there is");
        } catch (StackOverflowError _) {
            error = new ScriptException("the script calls itself too deeply");
        } catch (RuntimeException | Error e) {
            // Whatever an engine throws ends this call and nothing else: the thread goes on to the
            // next.
            error = new ScriptException("the script failed: " + e, e);
        }
        if (!verdict.compareAndSet(null, OVER)) {
            beyondLimit = true;
            error = new ScriptException(String.valueOf(verdict.get()));
        }
    }

    /** Completes the stage; what depends on it runs in the calling thread. */
    void deliver() {
        ScriptException failure = error;
        if (failure == null) {
            result.complete(value);
            return;
        }
        if (beyondLimit && !result.isDone()) {
            strikes.add();
        }
        result.completeExceptionally(failure);
    }

    /** Ends a call that no thread will run. */
    void refuse(String reason) {
        result.completeExceptionally(new ScriptException(reason));
    }

    /** Ends a stopped call whose thread does not come back. */
    void giveUp() {
        strikes.add();
        result.completeExceptionally(
                new ScriptException(verdict.get() + ", and cannot be stopped"));
    }
}
