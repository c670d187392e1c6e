// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.pool;

import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.ScriptSettings;
import io.millrace.rule.script.language.Program;
import io.millrace.rule.script.language.ScriptInstance;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import tools.jackson.databind.JsonNode;

/** A script whose calls run in the pool. */
public final class PooledScript implements Script {

    private final Program program;
    private final ScriptPool pool;
    private final Strikes strikes;
    private final ScriptSettings settings;

    public PooledScript(
            Program program, ScriptPool pool, Strikes strikes, ScriptSettings settings) {
        this.program = program;
        this.pool = pool;
        this.strikes = strikes;
        this.settings = settings;
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
        if (strikes.out(message.originator())) {
            return CompletableFuture.failedFuture(new ScriptException(Strikes.REFUSAL));
        }
        if (isTooLarge(message)) {
            strikes.add(message.originator());
            return CompletableFuture.failedFuture(
                    new ScriptException(
                            "expected at most %d characters of payload, metadata and type"
                                    .formatted(settings.maxArguments())));
        }
        ScriptCall<R> call = new ScriptCall<>(program, strikes, message, body);
        pool.submit(call);
        return call.result();
    }

    private boolean isTooLarge(RuleMessage message) {
        int max = settings.maxArguments();
        long rest = message.type().length();
        for (Map.Entry<String, String> one : message.metadata().values().entrySet()) {
            rest += one.getKey().length() + one.getValue().length();
        }
        // A text has no more characters than bytes, so the characters are counted only if the bytes
        // exceed the limit.
        return rest + message.payload().length() > max
                && rest + message.payload().text().length() > max;
    }

    @Override
    public void close() {
        program.close();
    }
}
