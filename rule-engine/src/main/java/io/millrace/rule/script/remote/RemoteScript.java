// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script.remote;

import io.millrace.message.MessageJson;
import io.millrace.message.RuleMessage;
import io.millrace.rule.script.Script;
import io.millrace.rule.script.ScriptException;
import io.millrace.rule.script.javascript.JavaScriptFunction;
import io.millrace.rule.script.javascript.JsonMessages;
import io.millrace.rule.script.pool.CallAdmission;
import io.millrace.rule.script.pool.Strikes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A script whose calls run in a worker. */
final class RemoteScript implements Script {

    private static final JsonMapper JSON = MessageJson.MAPPER;

    private final RemoteProgram program;
    private final JavaScriptWorkers workers;
    private final Strikes strikes;
    private final CallAdmission admission;

    RemoteScript(
            RemoteProgram program, JavaScriptWorkers workers, Strikes strikes, int maxArguments) {
        this.program = program;
        this.workers = workers;
        this.strikes = strikes;
        this.admission = new CallAdmission(strikes, maxArguments);
    }

    @Override
    public CompletionStage<Boolean> filter(RuleMessage message) {
        return call(message, JavaScriptFunction.FILTER, Boolean::valueOf);
    }

    @Override
    public CompletionStage<Set<String>> labels(RuleMessage message) {
        return call(message, JavaScriptFunction.LABELS, RemoteScript::labelsOf);
    }

    private static Set<String> labelsOf(@Nullable String result) {
        String text = Objects.requireNonNull(result, "labels");
        if (text.charAt(0) == '=') {
            return Set.of(text.substring(1));
        }
        Set<String> all = new LinkedHashSet<>();
        for (JsonNode label : JSON.readTree(text)) {
            all.add(label.stringValue());
        }
        return all;
    }

    @Override
    public CompletionStage<List<RuleMessage>> transform(RuleMessage message) {
        return call(message, JavaScriptFunction.JSON, json -> JsonMessages.all(json, message));
    }

    @Override
    public CompletionStage<RuleMessage> generate(RuleMessage previous) {
        return call(previous, JavaScriptFunction.JSON, json -> JsonMessages.one(json, previous));
    }

    @Override
    public CompletionStage<JsonNode> json(RuleMessage message) {
        return call(
                message,
                JavaScriptFunction.JSON,
                json -> json == null ? JSON.nullNode() : JSON.readTree(json));
    }

    @Override
    public CompletionStage<String> text(RuleMessage message) {
        return call(
                message,
                JavaScriptFunction.TEXT,
                text -> Objects.requireNonNull(text, "text").substring(1));
    }

    private <R> CompletionStage<R> call(
            RuleMessage message,
            JavaScriptFunction function,
            Function<@Nullable String, R> reader) {
        String refusal = admission.refusal(message);
        if (refusal != null) {
            return CompletableFuture.failedFuture(new ScriptException(refusal));
        }
        RemoteCall<R> call =
                new RemoteCall<>(workers.nextId(), program, strikes, message, function, reader);
        workers.submit(call);
        return call.result();
    }

    @Override
    public void close() {
        program.close();
        workers.forget(program);
    }
}
