// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.message.RuleMessage;
import io.millrace.message.id.TenantId;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptTimeoutException;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import io.millrace.rule.script.pool.RunQueue.Turn;
import io.millrace.rule.script.pool.Strikes;
import io.millrace.rule.script.worker.frame.FromWorker.Answer;
import io.millrace.rule.script.worker.frame.FromWorker.Failed;
import io.millrace.rule.script.worker.frame.FromWorker.Kind;
import io.millrace.rule.script.worker.frame.FromWorker.Result;
import io.millrace.rule.script.worker.frame.ToWorker;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.io.JsonStringEncoder;

/** A call of a script with a message. */
final class RemoteCall<R> implements Job {

    /** Bytes that a call takes at a worker beside its arguments, about. */
    private static final int OVERHEAD = 2048;

    private static final JsonStringEncoder QUOTES = JsonStringEncoder.getInstance();

    private final long id;
    private final RemoteProgram program;
    private final Strikes strikes;
    private final RuleMessage message;
    private final JavaScriptFunction function;
    private final Function<@Nullable String, R> reader;
    private final long bytes;
    private final NodeCall of = CurrentCall.get();
    private final CompletableFuture<R> result = new CompletableFuture<>();
    private @Nullable Turn<RemoteCall<?>> turn;
    private int deaths;

    /** Creates a call; {@code reader} makes its result of the text that the script returned. */
    RemoteCall(
            long id,
            RemoteProgram program,
            Strikes strikes,
            RuleMessage message,
            JavaScriptFunction function,
            Function<@Nullable String, R> reader) {
        this.id = id;
        this.program = program;
        this.strikes = strikes;
        this.message = message;
        this.function = function;
        this.reader = reader;
        this.bytes = bytes(program, message);
    }

    private static long bytes(RemoteProgram program, RuleMessage message) {
        long bytes = OVERHEAD + 2L * message.payload().length() + 2L * message.type().length();
        if (program.readsMetadata()) {
            for (Map.Entry<String, String> one : message.metadata().values().entrySet()) {
                bytes += 2L * (one.getKey().length() + one.getValue().length());
            }
        }
        return bytes;
    }

    @Override
    public long id() {
        return id;
    }

    RemoteProgram program() {
        return program;
    }

    RuleMessage message() {
        return message;
    }

    TenantId tenant() {
        return message.tenant();
    }

    CompletableFuture<R> result() {
        return result;
    }

    /** Its turn in the queue, from its start to its end. */
    @Nullable Turn<RemoteCall<?>> turn() {
        return turn;
    }

    void hold(@Nullable Turn<RemoteCall<?>> held) {
        turn = held;
    }

    /** Bytes that the call takes at a worker, about. */
    long bytes() {
        return bytes;
    }

    /** Returns why the call should not run any more, although it was accepted; null if it should run. */
    @Nullable String obstacle() {
        if (program.isClosed()) {
            return "the script has been closed";
        }
        if (!of.isWanted()) {
            return CurrentCall.OVER;
        }
        return strikes.out(message.originator()) ? Strikes.REFUSAL : null;
    }

    @Override
    public ToWorker.Call frame() {
        return new ToWorker.Call(
                id,
                program.id(),
                function,
                message.tenant(),
                message.originator(),
                message.payload(),
                program.readsMetadata() ? json(message.metadata().values()) : null,
                message.type());
    }

    /** Writes the same JSON as the mapper, in half the time. */
    private static String json(Map<String, String> values) {
        StringBuilder text = new StringBuilder(256).append('{');
        values.forEach((key, value) -> {
            text.append(text.length() == 1 ? "\"" : ",\"");
            QUOTES.quoteAsString(key, text);
            text.append("\":\"");
            QUOTES.quoteAsString(value, text);
            text.append('"');
        });
        return text.append('}').toString();
    }

    @Override
    public void answer(Answer answer) {
        switch (answer) {
            case Result(long _, String text) -> complete(text);
            case Failed(long _, Kind kind, String text) -> fail(kind, text);
        }
    }

    @Override
    public void refuse(String reason) {
        fail(Kind.ERROR, reason);
    }

    private void complete(@Nullable String text) {
        R value;
        try {
            value = reader.apply(text);
        } catch (ScriptException e) {
            result.completeExceptionally(e);
            return;
        } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
            result.completeExceptionally(new ScriptException("the script failed: " + e, e));
            return;
        }
        result.complete(value);
    }

    private void fail(Kind kind, String text) {
        if (kind != Kind.ERROR) {
            strikes.add(message.originator());
        }
        result.completeExceptionally(
                kind == Kind.TIMEOUT
                        ? new ScriptTimeoutException(text)
                        : new ScriptException(text));
    }

    @Override
    public int addDeath() {
        return ++deaths;
    }
}
