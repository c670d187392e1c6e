// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.RuleMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** One call of a script, from the queue to its end. */
final class ScriptCall<R> {

    /** How a call came to its end: why it was stopped, or null where the script ended by itself. */
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

    /** Why the call need not run any more, though it was let in; null if it is to run. */
    @Nullable String obstacle() {
        if (program.isClosed()) {
            return "the script has been closed";
        }
        return strikes.out(message.originator()) ? Strikes.REFUSAL : null;
    }

    /** Decides that the call is to be stopped; false if it is decided already. Called by any thread. */
    boolean stop(ScriptException reason) {
        return verdict.compareAndSet(null, new Verdict(reason));
    }

    boolean isStopped() {
        return stop() != null;
    }

    /** Runs the script and keeps what comes out; {@link #deliver()} hands it to the caller. */
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
            error = stop();
        }
    }

    /** Completes the stage; what depends on it runs in the calling thread. */
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

    /** Ends a call that no thread will run. */
    void refuse(String reason) {
        result.completeExceptionally(new ScriptException(reason));
    }

    /** Ends a stopped call whose thread does not come back. */
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
