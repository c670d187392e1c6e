// SPDX-License-Identifier: Apache-2.0
package io.millrace.rule.script;

import io.millrace.message.RuleMessage;
import io.millrace.rule.node.InvalidConfigurationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * Scripts that return the answer that a test sets, for any text. The text {@code "broken"} does not compile. An answer
 * that is an exception fails the call.
 */
public final class FakeScripts implements Scripts {

    /** A script that was compiled. */
    public record Compiled(ScriptLanguage language, String body) {}

    private final Function<RuleMessage, Object> answer;
    private final List<Compiled> compiled = new ArrayList<>();
    private int open;

    public FakeScripts(Function<RuleMessage, Object> answer) {
        this.answer = answer;
    }

    /** Scripts that always answer the same. */
    public static FakeScripts answering(Object answer) {
        return new FakeScripts(_ -> answer);
    }

    @Override
    public synchronized Script compile(ScriptLanguage language, String body, ArgumentNames names) {
        if (body.equals("broken")) {
            throw new InvalidConfigurationException("script: line 1, column 1: unexpected end");
        }
        compiled.add(new Compiled(language, body));
        open++;
        return new FakeScript();
    }

    /** The scripts that were compiled, in their order. */
    public synchronized List<Compiled> compiled() {
        return List.copyOf(compiled);
    }

    /** How many scripts are compiled and not closed. */
    public synchronized int open() {
        return open;
    }

    private synchronized void closed() {
        open--;
    }

    private final class FakeScript implements Script {

        @Override
        public CompletionStage<Boolean> filter(RuleMessage message) {
            return answer(message);
        }

        @Override
        public CompletionStage<Set<String>> labels(RuleMessage message) {
            return answer(message);
        }

        @Override
        public CompletionStage<List<RuleMessage>> transform(RuleMessage message) {
            return answer(message);
        }

        @Override
        public CompletionStage<RuleMessage> generate(RuleMessage previous) {
            return answer(previous);
        }

        @Override
        public CompletionStage<JsonNode> json(RuleMessage message) {
            return answer(message);
        }

        @Override
        public CompletionStage<String> text(RuleMessage message) {
            return answer(message);
        }

        @SuppressWarnings("unchecked") // the test says what fits
        private <T> CompletionStage<T> answer(RuleMessage message) {
            return FakeScripts.this.answer.apply(message) instanceof RuntimeException error
                    ? CompletableFuture.failedStage(error)
                    : CompletableFuture.completedStage((T) answer.apply(message));
        }

        @Override
        public void close() {
            closed();
        }
    }
}
