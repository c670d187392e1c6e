// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.CurrentCall;
import io.millrace.rule.node.NodeCall;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A script whose calls run in this process: in the pool, or in the calling thread if it runs a node and the script is
 * quick. Its program makes instances of {@link ScriptInstance}.
 */
public final class PooledScript implements Script {

    private final Program program;
    private final ScriptPool pool;
    private final Strikes strikes;
    private final CallAdmission admission;

    public PooledScript(
            Program program, ScriptPool pool, Strikes strikes, ScriptSettings settings) {
        this.program = program;
        this.pool = pool;
        this.strikes = strikes;
        this.admission = new CallAdmission(strikes, settings.maxArguments());
    }

    @Override
    public CompletionStage<Boolean> filter(RuleMessage message) {
        return call(message, ScriptInstance::filter);
    }

    @Override
    public CompletionStage<Set<String>> labels(RuleMessage message) {
        return call(message, ScriptInstance::labels);
    }

    @Override
    public CompletionStage<List<RuleMessage>> transform(RuleMessage message) {
        return call(message, ScriptInstance::transform);
    }

    @Override
    public CompletionStage<RuleMessage> generate(RuleMessage previous) {
        return call(previous, ScriptInstance::generate);
    }

    @Override
    public CompletionStage<JsonNode> json(RuleMessage message) {
        return call(message, ScriptInstance::json);
    }

    @Override
    public CompletionStage<String> text(RuleMessage message) {
        return call(message, ScriptInstance::text);
    }

    private <R> CompletionStage<R> call(
            RuleMessage message, BiFunction<ScriptInstance, RuleMessage, R> body) {
        String refusal = admission.refusal(message);
        if (refusal != null) {
            return CompletableFuture.failedFuture(new ScriptException(refusal));
        }
        Stage<R> stage = new Stage<>(message);
        ScriptCall<R> call =
                new ScriptCall<>(
                        program,
                        message.tenant(),
                        message.originator(),
                        instance -> body.apply((ScriptInstance) instance, message),
                        stage);
        if (CurrentCall.isPresent()) {
            pool.runOrSubmit(call);
        } else {
            pool.submit(call);
        }
        return stage.result;
    }

    @Override
    public void close() {
        program.close();
    }

    private final class Stage<R> implements Caller<R> {

        private final RuleMessage message;
        private final NodeCall of = CurrentCall.get();
        private final CompletableFuture<R> result = new CompletableFuture<>();

        Stage(RuleMessage message) {
            this.message = message;
        }

        @Override
        public @Nullable String obstacle() {
            if (program.isClosed()) {
                return "the script has been closed";
            }
            if (!of.isWanted()) {
                return CurrentCall.OVER;
            }
            return strikes.out(message.originator()) ? Strikes.REFUSAL : null;
        }

        @Override
        public void succeeded(R value) {
            result.complete(value);
        }

        @Override
        public void failed(ScriptException error, boolean beyondLimit) {
            if (beyondLimit && !result.isDone()) {
                strikes.add(message.originator());
            }
            result.completeExceptionally(error);
        }
    }
}
